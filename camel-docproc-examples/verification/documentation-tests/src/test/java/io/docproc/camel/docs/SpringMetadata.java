/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.docs;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.docproc.camel.DocprocComponent;
import java.util.Map;
import org.apache.camel.tooling.model.BaseOptionModel;
import org.apache.camel.tooling.model.ComponentModel;
import org.apache.camel.util.StringHelper;

/** Spring Boot configuration metadata of the component, generated from its Camel metadata. */
final class SpringMetadata {
    private static final String PREFIX = "camel.component.docproc";
    private static final JsonMapper JSON = new JsonMapper();
    private static final Map<String, String> BOXES =
            Map.of("boolean", "java.lang.Boolean", "int", "java.lang.Integer", "double", "java.lang.Double");

    private final ObjectNode metadata = JSON.createObjectNode();
    private final ArrayNode properties;
    private final ArrayNode hints;

    private SpringMetadata(ComponentModel component) {
        metadata.putArray("groups")
                .addObject()
                .put("name", PREFIX)
                .put("type", DocprocComponent.class.getName())
                .put("description", component.getDescription());
        properties = metadata.putArray("properties");
        hints = metadata.putArray("hints");
    }

    static String render(ComponentModel component) throws JsonProcessingException {
        SpringMetadata metadata = new SpringMetadata(component);
        metadata.toggle("enabled", "Whether the properties of the component are set at all.");
        metadata.toggle("customizer.enabled", "Whether the properties are set on the component when Camel makes it.");
        component.getComponentOptions().forEach(metadata::option);
        DefaultIndenter lines = new DefaultIndenter("  ", "\n");
        return JSON.writer(new DefaultPrettyPrinter().withObjectIndenter(lines).withArrayIndenter(lines))
                        .writeValueAsString(metadata.metadata)
                + "\n";
    }

    private void toggle(String name, String description) {
        property(name, "java.lang.Boolean", description).put("defaultValue", true);
    }

    private ObjectNode property(String name, String type, String description) {
        return properties
                .addObject()
                .put("name", PREFIX + "." + name)
                .put("type", type)
                .put("description", description);
    }

    private void option(BaseOptionModel option) {
        String name = StringHelper.camelCaseToDash(option.getName());
        ObjectNode property = property(name, type(option), option.getDescription());
        if (option.getDefaultValue() != null) {
            property.putPOJO("defaultValue", option.getDefaultValue());
        }
        if (option.isDeprecated()) {
            property.putObject("deprecation").put("level", "warning").put("reason", option.getDeprecationNote());
        }
        if (option.getEnums() != null) {
            ArrayNode values =
                    hints.addObject().put("name", PREFIX + "." + name).putArray("values");
            option.getEnums().forEach(value -> values.addObject().put("value", value));
        }
    }

    private static String type(BaseOptionModel option) {
        if ("duration".equals(option.getType())) {
            return "java.time.Duration";
        }
        return BOXES.getOrDefault(option.getJavaType(), option.getJavaType());
    }
}
