/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.context;

import java.util.function.Supplier;
import org.apache.camel.CamelContext;
import org.apache.camel.ExtendedCamelContext;

/** Objects of which each Camel context has one, shared by all components of the context. Thread-safe. */
public final class ContextPlugins {
    private ContextPlugins() {}

    /**
     * Returns the object of this type that belongs to the context. Creates it at the first call; later calls take no
     * lock.
     */
    public static <T> T getOrCreate(CamelContext context, Class<T> type, Supplier<T> creator) {
        ExtendedCamelContext plugins = context.getCamelContextExtension();
        T existing = plugins.getContextPlugin(type);
        return existing == null ? create(plugins, type, creator) : existing;
    }

    private static <T> T create(ExtendedCamelContext plugins, Class<T> type, Supplier<T> creator) {
        synchronized (plugins) {
            T existing = plugins.getContextPlugin(type);
            if (existing != null) {
                return existing;
            }
            T plugin = creator.get();
            plugins.addContextPlugin(type, plugin);
            return plugin;
        }
    }
}
