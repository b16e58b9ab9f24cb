/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.errors;

import io.docproc.examples.support.InvalidSettingException;
import io.docproc.examples.support.Launcher;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * Demonstrates the error handling of the recipes with the local service. The property {@code docproc.dsl} is the format in
 * which they are loaded: yaml, xml or java.
 */
public final class Main {
    private Main() {}

    /** Runs until the inbox is empty; exits with status 1 if a document was lost or is in two folders. */
    public static void main(String[] args) throws Exception {
        Path home = Path.of(System.getProperty("docproc.home", ""), "errors")
                .toAbsolutePath()
                .normalize();
        Launcher.run(() -> new DemoScenario(dsl(System.getProperty("docproc.dsl", "yaml")), home, System.out).run());
    }

    static Dsl dsl(String name) {
        return Stream.of(Dsl.values())
                .filter(dsl -> dsl.name().equalsIgnoreCase(name))
                .findFirst()
                .orElseThrow(() ->
                        new InvalidSettingException("docproc.dsl is '" + name + "'; allowed are yaml, xml and java"));
    }
}
