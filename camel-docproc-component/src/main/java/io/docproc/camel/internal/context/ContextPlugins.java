/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.context;

import java.util.function.Supplier;
import org.apache.camel.CamelContext;
import org.apache.camel.ExtendedCamelContext;

/** Objects of which each Camel context has one, shared by all components of the context. Thread-safe. */
public final class ContextPlugins {
    private ContextPlugins() {}

    /** Returns the object of this type that belongs to the context. Creates it at the first call. */
    public static <T> T getOrCreate(CamelContext context, Class<T> type, Supplier<T> creator) {
        ExtendedCamelContext plugins = context.getCamelContextExtension();
        synchronized (plugins) {
            T plugin = plugins.getContextPlugin(type);
            if (plugin == null) {
                plugin = creator.get();
                plugins.addContextPlugin(type, plugin);
            }
            return plugin;
        }
    }
}
