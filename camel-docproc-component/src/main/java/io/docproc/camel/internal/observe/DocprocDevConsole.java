/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.observe;

import java.util.Map;
import java.util.TreeMap;
import org.apache.camel.spi.annotations.DevConsole;
import org.apache.camel.support.console.AbstractDevConsole;
import org.apache.camel.util.json.JsonArray;
import org.apache.camel.util.json.JsonObject;

/** Dev console {@code docproc}. Shows the figures of each component. */
@DevConsole(name = "docproc", displayName = "Docproc", description = "Calls to the document-processing service")
public final class DocprocDevConsole extends AbstractDevConsole {

    /** Creates the console. Called by Camel. */
    public DocprocDevConsole() {
        super("docproc", "docproc", "Docproc", "Calls to the document-processing service");
    }

    private Map<String, Map<String, Object>> components() {
        Map<String, Map<String, Object>> components = new TreeMap<>();
        for (String name : getCamelContext().getComponentNames()) {
            if (getCamelContext().hasComponent(name) instanceof ObservedComponent observed) {
                components.put(name, observed.status().figures());
            }
        }
        return components;
    }

    @Override
    protected String doCallText(Map<String, Object> options) {
        StringBuilder text = new StringBuilder();
        components().forEach((name, figures) -> {
            text.append(name).append(":\n");
            figures.forEach((figure, value) -> text.append("    %s: %s%n".formatted(figure, value)));
        });
        return text.toString();
    }

    @Override
    protected Map<String, Object> doCallJson(Map<String, Object> options) {
        JsonArray components = new JsonArray();
        components().forEach((name, figures) -> {
            JsonObject component = new JsonObject(Map.of("name", name));
            component.putAll(figures);
            components.add(component);
        });
        return new JsonObject(Map.of("components", components));
    }
}
