/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.testkit;

import io.docproc.camel.DocprocEndpoint;
import io.docproc.camel.internal.operation.EndpointOptions;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Pattern;
import org.apache.camel.tooling.model.BaseOptionModel;
import org.apache.camel.tooling.model.ComponentModel;
import org.apache.camel.tooling.model.JsonMapper;

/** Reads the generated metadata of the component. */
public final class ComponentJson {
    private static final String RESOURCE = "/META-INF/io/docproc/camel/docproc.json";

    /** The example is the last sentence of a description; the generator may append a note on multi-value options. */
    private static final Pattern EXAMPLE =
            Pattern.compile(" Example: (\\S+?)(?:\\. This is a multi-value option .*)?$");

    private static final EndpointOptions OPTIONS = new EndpointOptions(DocprocEndpoint.class);

    private ComponentJson() {}

    /** Returns the options that the endpoint declares. */
    public static EndpointOptions options() {
        return OPTIONS;
    }

    /** Returns the metadata as tools read it. */
    public static ComponentModel model() {
        try (InputStream json = ComponentJson.class.getResourceAsStream(RESOURCE)) {
            return JsonMapper.generateComponentModel(new String(json.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** Returns the example at the end of an option's description. */
    public static Optional<String> example(BaseOptionModel option) {
        return EXAMPLE.matcher(option.getDescription())
                .results()
                .map(example -> example.group(1))
                .findFirst();
    }

    /** Returns an option's description without its example. */
    public static String description(BaseOptionModel option) {
        return EXAMPLE.matcher(option.getDescription()).replaceFirst("");
    }
}
