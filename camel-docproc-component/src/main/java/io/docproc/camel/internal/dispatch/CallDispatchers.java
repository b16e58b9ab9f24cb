/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.dispatch;

import io.docproc.camel.internal.observe.CallStatistics;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import org.apache.camel.Endpoint;
import org.apache.camel.spi.ShutdownStrategy;

/**
 * Dispatchers of a component. One dispatcher serves all endpoints with the component's {@code maxConcurrentRequests};
 * each {@link Key} of endpoints with another value has its own dispatcher. Thread-safe.
 */
public final class CallDispatchers {
    private final WorkerThreads workers;
    private final CallStatistics statistics;
    private final int sharedLimit;
    private final CallDispatcher shared;
    private final Map<Key, CallDispatcher> own = new ConcurrentHashMap<>();

    /**
     * Identifies the endpoints that share the permits of a {@code maxConcurrentRequests} of their own. An endpoint of a
     * route does not share its permits. Endpoints that messages create, for example with {@code toD}, share them, so
     * that the number of permits does not grow.
     *
     * @param route the endpoint of a route; empty for an endpoint that a message has created
     * @param baseUrl base URL of the service
     * @param appId app id of the account
     * @param operation the operation of the endpoints
     * @param maxConcurrentRequests maximum number of concurrent calls
     */
    public record Key(
            Optional<Endpoint> route, String baseUrl, String appId, String operation, int maxConcurrentRequests) {}

    /**
     * Creates the dispatchers of a component.
     *
     * @param maxConcurrentRequests maximum number of concurrent calls of the component, at least 1
     * @param workers threads of the component
     * @param statistics records the calls
     * @throws IllegalArgumentException if {@code maxConcurrentRequests} is below 1
     */
    public CallDispatchers(int maxConcurrentRequests, WorkerThreads workers, CallStatistics statistics) {
        this.workers = workers;
        this.statistics = statistics;
        this.sharedLimit = maxConcurrentRequests;
        this.shared = new CallDispatcher(maxConcurrentRequests, workers, statistics);
    }

    /**
     * Returns the dispatcher of these endpoints. Creates it at the first call.
     *
     * @throws IllegalArgumentException if {@code maxConcurrentRequests} of the key is below 1
     */
    public CallDispatcher dispatcher(Key key) {
        return key.maxConcurrentRequests() == sharedLimit
                ? shared
                : own.computeIfAbsent(
                        key, first -> new CallDispatcher(first.maxConcurrentRequests(), workers, statistics));
    }

    /**
     * Schedules {@link #failWaiting} for half of the shutdown timeout. The end of the shutdown could abort a call that
     * starts later, after it was billed.
     */
    public void failWaitingDuring(ShutdownStrategy shutdown) {
        Duration timeout = Duration.ofNanos(shutdown.getTimeUnit().toNanos(shutdown.getTimeout()));
        try {
            workers.schedule(this::failWaiting, timeout.dividedBy(2));
        } catch (RejectedExecutionException e) {
            failWaiting();
        }
    }

    /** Fails all calls that wait for a thread or a permit, and those that would have to wait from now on. */
    public void failWaiting() {
        shared.failWaiting();
        own.values().forEach(CallDispatcher::failWaiting);
    }
}
