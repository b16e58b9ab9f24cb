/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.observe;

import io.docproc.camel.internal.concurrency.ConcurrencyLimiter;
import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Statistics of a component's calls. They are recorded around each call, and read by the dev console, the meters and
 * JMX. Thread-safe; recording a call takes no lock that all calls share.
 */
public final class CallStatistics {
    private static final Logger LOG = LoggerFactory.getLogger(CallStatistics.class);

    private final SortedMap<String, OperationStatistics> operations;
    private final List<CallListener> listeners = new CopyOnWriteArrayList<>();
    private final LongAdder waiting = new LongAdder();
    private final LongAdder inFlight = new LongAdder();
    private final Clock clock;
    private final LongSupplier nanoTime;

    /** @param operations the names of all operations */
    public CallStatistics(Collection<String> operations) {
        this(operations, Clock.systemUTC(), System::nanoTime);
    }

    /** Creates statistics with other clocks, for tests. */
    CallStatistics(Collection<String> operations, Clock clock, LongSupplier nanoTime) {
        this.operations = Collections.unmodifiableSortedMap(new TreeMap<>(operations.stream()
                .collect(Collectors.toMap(Function.identity(), operation -> new OperationStatistics()))));
        this.clock = clock;
        this.nanoTime = nanoTime;
    }

    /**
     * Waits for a permit of the limiter. The caller must complete the returned call, which releases the permit.
     *
     * @throws InterruptedException if the thread is interrupted while it waits; nothing is recorded then
     */
    public Call enter(String operation, ConcurrencyLimiter limit) throws InterruptedException {
        Call call = arrived(operation);
        try {
            limit.acquire();
        } catch (InterruptedException e) {
            call.withdrawn();
            throw e;
        }
        call.started(limit);
        return call;
    }

    /** Records a call that waits for a thread or a permit. The caller must complete the returned call. */
    public Call arrived(String operation) {
        waiting.increment();
        return new Call(operation);
    }

    /** Records a call that failed before it waited for a permit. */
    public void turnedAway(String operation, Throwable failure) {
        tell(operation, operations.get(operation).failed(failure, 0, clock.instant()), 0);
    }

    private void tell(String operation, CallOutcome end, long nanos) {
        for (CallListener listener : listeners) {
            try {
                listener.ended(operation, end, Duration.ofNanos(nanos));
            } catch (Throwable unusable) {
                // A meter registry that fails, or lacks a class, must not fail a call that succeeded and was billed.
                LOG.warn("A call of {} cannot be measured: {}", operation, unusable.toString());
            }
        }
    }

    void add(CallListener listener) {
        listeners.add(listener);
    }

    void remove(CallListener listener) {
        listeners.remove(listener);
    }

    /** Returns the statistics of all operations by name. The map is unmodifiable. */
    public Map<String, OperationStatistics> operations() {
        return operations;
    }

    /** Returns the number of calls that wait for a thread or a permit. */
    public int waiting() {
        return waiting.intValue();
    }

    /** Returns the number of calls in flight, including those that wait for a rate-limit permit. */
    public int inFlight() {
        return inFlight.intValue();
    }

    /** Returns the number of completed calls of all operations with this outcome. */
    public long count(CallOutcome.Outcome outcome) {
        return operations.values().stream()
                .mapToLong(operation -> operation.figures(outcome).count())
                .sum();
    }

    /** Returns the last failed call of all operations; empty if none has failed. */
    public Optional<FailedCall> lastError() {
        return operations.values().stream()
                .flatMap(operation -> operation.lastError().stream())
                .max(Comparator.comparing(FailedCall::at));
    }

    /** A call from its arrival to its completion. Only the first completion counts; later ones are ignored. */
    public final class Call {
        private final String operation;
        private final AtomicReference<State> state = new AtomicReference<>(State.WAITING);
        private volatile long since;
        private volatile Optional<ConcurrencyLimiter> limit = Optional.empty();

        private Call(String operation) {
            this.operation = operation;
        }

        /** Records that the call has a permit of this limiter. The completion of the call releases it. */
        public void started(ConcurrencyLimiter permits) {
            limit = Optional.of(permits);
            since = nanoTime.getAsLong();
            state.set(State.IN_FLIGHT);
            waiting.decrement();
            inFlight.increment();
        }

        /** Records success, and releases the permit. */
        public void succeeded() {
            end(OperationStatistics::succeeded);
        }

        /** Records that a stored result replaced the call, and releases the permit. */
        public void reused() {
            end(OperationStatistics::reused);
        }

        /** Records a failure, and releases the permit if the call has one. */
        public void failed(Throwable failure) {
            end((statistics, nanos) -> statistics.failed(failure, nanos, clock.instant()));
        }

        /** Releases the permit, if any, of a call that was omitted. Records nothing. */
        public void omitted() {
            State before = state.getAndSet(State.ENDED);
            if (before != State.ENDED) {
                release(before);
            }
        }

        private void release(State before) {
            (before == State.WAITING ? waiting : inFlight).decrement();
            limit.ifPresent(ConcurrencyLimiter::release);
        }

        private void withdrawn() {
            state.set(State.ENDED);
            waiting.decrement();
        }

        private void end(BiFunction<OperationStatistics, Long, CallOutcome> note) {
            State before = state.getAndSet(State.ENDED);
            if (before == State.ENDED) {
                return;
            }
            long nanos = before == State.WAITING ? 0 : nanoTime.getAsLong() - since;
            try {
                tell(operation, note.apply(operations.get(operation), nanos), nanos);
            } finally {
                release(before);
            }
        }
    }

    private enum State {
        WAITING,
        IN_FLIGHT,
        ENDED
    }
}
