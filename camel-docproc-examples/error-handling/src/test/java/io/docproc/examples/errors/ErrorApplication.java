/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.errors;

import io.docproc.examples.support.ExampleMain;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.camel.main.Main;

/** Application with the recipes, which a test configures before it starts. */
final class ErrorApplication implements AutoCloseable {
    private final Map<String, String> properties = new HashMap<>();
    private final Consumer<ExampleMain> recipes;
    private ExampleMain example;

    ErrorApplication(Consumer<ExampleMain> recipes, Path home, String baseUrl) {
        this.recipes = recipes;
        set("docproc.folder", home);
        set("docproc.baseUrl", baseUrl);
        set("camel.component.docproc.app-id", "local-app");
        set("camel.component.docproc.secret-code", "local-secret");
    }

    ErrorApplication set(String property, Object value) {
        properties.put(property, value.toString());
        return this;
    }

    ErrorApplication start() {
        example = ExampleMain.init("error-handling", properties, System.out, recipes::accept);
        example.main().start();
        return this;
    }

    Main main() {
        return example.main();
    }

    @Override
    public void close() {
        if (example != null) {
            example.close();
        }
    }
}
