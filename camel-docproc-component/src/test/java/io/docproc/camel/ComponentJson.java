/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.apache.camel.tooling.model.ComponentModel;
import org.apache.camel.tooling.model.JsonMapper;

/** The generated description of the component. */
public final class ComponentJson {
    private static final String RESOURCE = "/META-INF/io/docproc/camel/docproc.json";

    private ComponentJson() {}

    /** The description as tools read it. */
    public static ComponentModel model() {
        try (InputStream json = ComponentJson.class.getResourceAsStream(RESOURCE)) {
            return JsonMapper.generateComponentModel(new String(json.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException unreadable) {
            throw new AssertionError(unreadable);
        }
    }
}
