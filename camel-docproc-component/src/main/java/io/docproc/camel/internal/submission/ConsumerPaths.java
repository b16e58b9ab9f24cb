/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.submission;

import io.docproc.camel.internal.context.ContextPlugins;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.camel.CamelContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Paths of the webhook consumers in one Camel context. Thread-safe. */
public final class ConsumerPaths {
    private static final Logger LOG = LoggerFactory.getLogger(ConsumerPaths.class);

    private final Map<Object, String> paths = new ConcurrentHashMap<>();

    /** Returns the paths of a context, which all its components share. */
    public static ConsumerPaths of(CamelContext context) {
        return ContextPlugins.getOrCreate(context, ConsumerPaths.class, ConsumerPaths::new);
    }

    /** Adds the path of a consumer. */
    public void add(Object consumer, String path) {
        paths.put(consumer, path);
    }

    /** Removes a consumer that its route no longer has. */
    public void remove(Object consumer) {
        paths.remove(consumer);
    }

    /**
     * Returns the path for the callback URLs of a producer: its own one, else that of the only consumer.
     *
     * @param configured the path of the producer
     */
    String pathFor(String configured) {
        SortedSet<String> all = new TreeSet<>(paths.values());
        boolean isDefault = configured.equals(CallbackOptions.DEFAULT_PATH);
        return isDefault && all.size() == 1 ? all.first() : configured;
    }

    /**
     * Logs a warning if no consumer has the path of a producer.
     *
     * @param configured the path of the producer
     */
    void warnOfMismatch(String configured) {
        SortedSet<String> all = new TreeSet<>(paths.values());
        String path = pathFor(configured);
        if (!all.isEmpty() && !all.contains(path)) {
            LOG.warn(
                    "docproc:parseAsync registers callbacks at the path {}, which no consumer of this application has; its"
                            + " consumers have {}; set the option path of the component, or of parseAsync, to one of them",
                    path,
                    all);
        }
    }
}
