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
 * Statistics of the calls of a component. The dev console, the meters and JMX read them. Thread-safe; recording a call
 * takes no lock that all calls share.
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
    public Call acquire(String operation, ConcurrencyLimiter limiter) throws InterruptedException {
        Call call = enqueue(operation);
        try {
            limiter.acquire();
        } catch (InterruptedException e) {
            call.omitted();
            throw e;
        }
        call.started(limiter);
        return call;
    }

    /** Records a call that waits for a thread or a permit. The caller must complete the returned call. */
    public Call enqueue(String operation) {
        waiting.increment();
        return new Call(operation);
    }

    /** Records a call that failed before it waited for a permit. */
    public void rejected(String operation, Throwable failure) {
        notifyListeners(operation, operations.get(operation).failed(failure, 0, clock.instant()), 0);
    }

    private void notifyListeners(String operation, CallOutcome outcome, long nanos) {
        for (CallListener listener : listeners) {
            try {
                listener.callCompleted(operation, outcome, Duration.ofNanos(nanos));
            } catch (Throwable e) {
                // A meter registry that fails, or lacks a class, must not fail a call that succeeded and was billed.
                LOG.warn("A meter cannot record a call of {}; the call is not affected: {}", operation, e.toString());
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
                .mapToLong(operation -> operation.count(outcome))
                .sum();
    }

    /** Returns the last failed call of all operations; empty if none has failed. */
    public Optional<FailedCall> lastError() {
        return operations.values().stream()
                .flatMap(operation -> operation.lastError().stream())
                .max(Comparator.comparing(FailedCall::at));
    }

    /** A call from the start of its wait to its completion. Only the first completion counts; later ones are ignored. */
    public final class Call {
        private final String operation;
        private final AtomicReference<State> state = new AtomicReference<>(State.WAITING);
        private volatile long since;
        private volatile Optional<ConcurrencyLimiter> limiter = Optional.empty();

        private Call(String operation) {
            this.operation = operation;
        }

        /** Records that the call has a permit of this limiter. The completion of the call releases it. */
        public void started(ConcurrencyLimiter permits) {
            limiter = Optional.of(permits);
            since = nanoTime.getAsLong();
            state.set(State.IN_FLIGHT);
            waiting.decrement();
            inFlight.increment();
        }

        /** Records success, and releases the permit. */
        public void succeeded() {
            complete(OperationStatistics::succeeded);
        }

        /** Records that a stored result replaced the call, and releases the permit. */
        public void reused() {
            complete(OperationStatistics::reused);
        }

        /** Records a failure, and releases the permit if the call has one. */
        public void failed(Throwable failure) {
            complete((statistics, nanos) -> statistics.failed(failure, nanos, clock.instant()));
        }

        /** Releases the permit, if any, of a call that was omitted. Records nothing. */
        public void omitted() {
            State before = state.getAndSet(State.COMPLETED);
            if (before != State.COMPLETED) {
                release(before);
            }
        }

        private void release(State before) {
            (before == State.WAITING ? waiting : inFlight).decrement();
            limiter.ifPresent(ConcurrencyLimiter::release);
        }

        private void complete(BiFunction<OperationStatistics, Long, CallOutcome> recorder) {
            State before = state.getAndSet(State.COMPLETED);
            if (before == State.COMPLETED) {
                return;
            }
            long nanos = before == State.WAITING ? 0 : nanoTime.getAsLong() - since;
            try {
                notifyListeners(operation, recorder.apply(operations.get(operation), nanos), nanos);
            } finally {
                release(before);
            }
        }
    }

    private enum State {
        WAITING,
        IN_FLIGHT,
        COMPLETED
    }
}
