/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.errors;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.apache.camel.main.Main;

/** Format in which the recipes are loaded; they behave the same in each. */
enum Dsl {
    YAML,
    XML,
    JAVA;

    /** The recipes of the application; {@code dead-letter-queue} can replace the last one. */
    private static final List<String> RECIPES =
            List.of("redeliver", "documents", "account", "inbox", "funds", "dead-letter");

    /** Configures an application to load the recipes when it starts. */
    void load(Main main) {
        if (this == JAVA) {
            main.configure().addRoutesBuilder(new ErrorRoutes());
        } else {
            main.configure()
                    .withRoutesIncludePattern(
                            RECIPES.stream().map(this::resource).collect(Collectors.joining(",")));
        }
    }

    private String resource(String recipe) {
        return "classpath:error-handling/" + recipe + ".camel." + name().toLowerCase(Locale.ROOT);
    }
}
