/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.errors;

import io.docproc.examples.support.ExampleMain;

/** Format in which the recipes are loaded; they behave the same in each. */
enum Dsl {
    YAML,
    XML,
    JAVA;

    /** Adds the recipes to an application. */
    void load(ExampleMain application) {
        application.set("docproc.dsl", this == XML ? "xml" : "yaml");
        if (this == JAVA) {
            application.main().configure().addRoutesBuilder(new ErrorRoutes());
            application.main().configure().setRoutesIncludePattern("false");
        } else {
            application.routes("error-handling/*");
        }
    }
}
