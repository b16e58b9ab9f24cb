/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.errors;

import io.docproc.examples.support.ExampleMain;
import java.nio.file.Path;
import java.util.Map;

/** Demonstrates the recipes with the local service. The property {@code docproc.dsl} is their format: yaml or xml. */
public final class Main {
    private Main() {}

    /** Runs until the inbox is empty; exits with status 1 if a document was lost or is in two folders. */
    public static void main(String[] args) throws Exception {
        Path home = Path.of(System.getProperty("docproc.home", ""), "errors").toAbsolutePath();
        ExampleMain.run(() -> new DemoScenario(home.normalize(), Map.of(), System.out).run());
    }
}
