/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.errors;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * Demonstrates the error handling of the recipes in {@code routes/errors} with the local service. The property
 * {@code docproc.language} says in which language they are loaded.
 */
public final class Main {
    private Main() {}

    /** Runs until every document has gone somewhere; ends with status 1 when one was lost or is in two places. */
    public static void main(String[] args) throws Exception {
        Optional<Language> language = language(System.getProperty("docproc.language", "yaml"));
        if (language.isEmpty()) {
            System.err.println("docproc.language must be one of yaml, xml, java");
            System.exit(1);
        }
        Path home = Optional.ofNullable(System.getProperty("docproc.home"))
                .map(Path::of)
                .orElseGet(Main::moduleFolder)
                .resolve("errors")
                .toAbsolutePath()
                .normalize();
        if (!new DemoScenario(language.get(), home, System.out).run()) {
            System.exit(1);
        }
    }

    static Optional<Language> language(String name) {
        return Arrays.stream(Language.values())
                .filter(language -> language.name().equals(name.toUpperCase(Locale.ROOT)))
                .findFirst();
    }

    private static Path moduleFolder() {
        Path module = Path.of("camel-docproc-examples", "error-handling");
        return Files.isDirectory(module) ? module : Path.of("");
    }
}
