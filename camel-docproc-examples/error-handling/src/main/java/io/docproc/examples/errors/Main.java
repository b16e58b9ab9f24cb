/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.errors;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * Demonstrates the error handling of the recipes with the local service. The property {@code docproc.dsl} is the format in
 * which they are loaded: yaml, xml or java.
 */
public final class Main {
    private Main() {}

    /** Runs until the inbox is empty; exits with status 1 if a document was lost or is in two folders. */
    public static void main(String[] args) throws Exception {
        Optional<Dsl> dsl = dsl(System.getProperty("docproc.dsl", "yaml"));
        if (dsl.isEmpty()) {
            System.err.println("docproc.dsl must be one of yaml, xml, java");
            System.exit(1);
        }
        Path home = Path.of(System.getProperty("docproc.home", ""), "errors")
                .toAbsolutePath()
                .normalize();
        if (!new DemoScenario(dsl.get(), home, System.out).run()) {
            System.exit(1);
        }
    }

    static Optional<Dsl> dsl(String name) {
        return Arrays.stream(Dsl.values())
                .filter(dsl -> dsl.name().equals(name.toUpperCase(Locale.ROOT)))
                .findFirst();
    }
}
