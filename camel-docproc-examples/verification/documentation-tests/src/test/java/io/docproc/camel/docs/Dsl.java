/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.docs;

import java.util.Locale;
import org.apache.camel.CamelContext;
import org.apache.camel.RoutesBuilder;
import org.apache.camel.support.PluginHelper;

/** Languages in which the documentation shows routes. */
enum Dsl {
    YAML,
    XML,
    JAVA;

    /** Loads the routes of a YAML or XML file, or the same routes in Java. */
    void load(CamelContext context, String page, RoutesBuilder java) throws Exception {
        if (this == JAVA) {
            context.addRoutes(java);
        } else {
            String name = "classpath:docs/" + page + "." + name().toLowerCase(Locale.ROOT);
            PluginHelper.getRoutesLoader(context)
                    .loadRoutes(PluginHelper.getResourceLoader(context).resolveResource(name));
        }
    }
}
