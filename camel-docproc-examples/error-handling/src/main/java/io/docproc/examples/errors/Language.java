/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.errors;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.apache.camel.main.Main;

/** In which language the recipes are loaded; they do the same in each. */
enum Language {
    YAML,
    XML,
    JAVA;

    /** The recipes that make up the application; {@code dead-letter-queue} may stand in the place of the last. */
    private static final List<String> RECIPES =
            List.of("redeliver", "documents", "account", "inbox", "funds", "dead-letter");

    /** Has an application load the recipes when it starts. */
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
        return "classpath:routes/errors/" + recipe + "." + name().toLowerCase(Locale.ROOT);
    }
}
