/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.completion;

import io.docproc.camel.internal.http.CamelHttpClients;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.apache.camel.CamelContext;
import org.apache.camel.Endpoint;
import org.apache.camel.Route;
import org.apache.camel.support.LRUCacheFactory;
import org.apache.camel.util.StringHelper;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Paths of the consumers of completions in one Camel context. A path has one running consumer. Thread-safe. */
public final class ConsumerPaths {
    private static final Logger LOG = LoggerFactory.getLogger(ConsumerPaths.class);

    /** The path of consumers and producers that set none. */
    public static final String DEFAULT = "/docproc/completions";

    private final Map<Endpoint, Consumer> consumers = new ConcurrentHashMap<>();
    /** Names of the documents of the last jobs by correlation id: a callback may arrive before the id of its job. */
    private final Map<String, String> fileNames = LRUCacheFactory.newLRUCache(10_000);

    /**
     * A consumer of an endpoint.
     *
     * @param polls whether it polls all of its jobs and receives no callbacks
     * @param route its route while it is running, for messages; otherwise empty
     */
    private record Consumer(String path, boolean polls, String route) {}

    /** Returns the paths of a context, which all its components share. */
    public static ConsumerPaths of(CamelContext context) {
        return CamelHttpClients.ofContext(context, ConsumerPaths.class, ConsumerPaths::new);
    }

    /**
     * Adds the path of the consumer of an endpoint, of which Camel creates another one when it starts the route again.
     *
     * @param polls whether the consumer polls for all of its jobs and receives no callbacks
     */
    void add(Endpoint endpoint, String path, boolean polls) {
        consumers.put(endpoint, new Consumer(path, polls, ""));
    }

    /** Removes the consumer of an endpoint whose route was removed. */
    void remove(Endpoint endpoint) {
        consumers.remove(endpoint);
    }

    /**
     * Reserves the path of a consumer that starts, until {@link #release}.
     *
     * @throws IllegalStateException if another consumer receives the completions of the path
     */
    synchronized void reserve(Endpoint endpoint, String path, boolean polls, Route route) {
        // Without the options of the URI, which may be secret.
        String uri = StringHelper.before(endpoint.getEndpointUri() + "?", "?");
        Consumer started = new Consumer(path, polls, "route %s (%s)".formatted(route.getRouteId(), uri));
        consumers.forEach((other, consumer) -> {
            if (other != endpoint && consumer.path.equals(path) && !consumer.route.isEmpty()) {
                throw new IllegalStateException("The " + started.route + " cannot receive the completions of the path "
                        + path + ", because the " + consumer.route + " receives them; each consumer of an"
                        + " application has a path of its own; set the option path of one consumer, and of the"
                        + " docproc:parseAsync of its jobs, to another path");
            }
        });
        consumers.put(endpoint, started);
    }

    /** Makes the path of a consumer available to others. */
    void release(Endpoint endpoint) {
        consumers.computeIfPresent(endpoint, (same, started) -> new Consumer(started.path, started.polls, ""));
    }

    /** Returns whether a consumer polls for all jobs of a path. */
    boolean isPolled(String path) {
        return consumers.values().stream().anyMatch(consumer -> consumer.polls && consumer.path.equals(path));
    }

    /**
     * Returns the path for the callback URLs of a producer: its own one, else that of the only consumer.
     *
     * @param configured the path of the producer
     */
    String pathFor(String configured) {
        SortedSet<String> all = paths();
        boolean isDefault = configured.equals(DEFAULT);
        return isDefault && all.size() == 1 ? all.first() : configured;
    }

    private SortedSet<String> paths() {
        return consumers.values().stream().map(Consumer::path).collect(Collectors.toCollection(TreeSet::new));
    }

    /** Keeps the name of a document until its job is stored. */
    void putFileName(String correlationId, String fileName) {
        fileNames.put(correlationId, fileName);
    }

    /** Returns the name of the document of one of the last jobs; empty if it is unknown. */
    String fileName(String correlationId) {
        return fileNames.getOrDefault(correlationId, "");
    }

    /**
     * Logs a warning if no consumer has the path of a producer.
     *
     * @param configured the path of the producer
     * @param hasCallbacks whether its jobs have callbacks; if not, their consumer has to poll
     */
    void warnOfMismatch(String configured, boolean hasCallbacks) {
        SortedSet<String> all = paths();
        String path = pathFor(configured);
        boolean isServed = hasCallbacks || consumers.values().stream().anyMatch(Consumer::polls);
        if (isServed && !all.isEmpty() && !all.contains(path)) {
            LOG.warn(
                    "docproc:parseAsync submits jobs with the path {}, which no consumer of this application has; its"
                            + " consumers have {}; set the option path of the component, or of parseAsync, to one of them",
                    path,
                    all);
        }
    }
}
