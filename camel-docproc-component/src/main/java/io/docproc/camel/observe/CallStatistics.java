/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.observe;

import io.docproc.camel.quota.ConcurrencyLimit;
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
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What becomes of a component's calls: written in one place, around each call, and read by the dev console, the meters
 * and JMX. Adds to sums only: no lock is on the way of a call.
 */
public final class CallStatistics {
    private static final Logger LOG = LoggerFactory.getLogger(CallStatistics.class);

    private final SortedMap<String, OperationStatistics> operations;
    private final List<CallListener> listeners = new CopyOnWriteArrayList<>();
    private final LongAdder waiting = new LongAdder();
    private final LongAdder inFlight = new LongAdder();
    private final Clock clock;
    private final LongSupplier nanoTime;

    /** @param operations the names of all operations that there are */
    public CallStatistics(Collection<String> operations) {
        this(operations, Clock.systemUTC(), System::nanoTime);
    }

    /** Statistics on clocks of one's own, for tests. */
    CallStatistics(Collection<String> operations, Clock clock, LongSupplier nanoTime) {
        this.operations = Collections.unmodifiableSortedMap(new TreeMap<>(operations.stream()
                .collect(Collectors.toMap(Function.identity(), operation -> new OperationStatistics()))));
        this.clock = clock;
        this.nanoTime = nanoTime;
    }

    /**
     * Waits for a place and takes it, for a call that is then to be ended once.
     *
     * @throws InterruptedException while it waited; the call has not begun
     */
    public Call enter(String operation, ConcurrencyLimit limit) throws InterruptedException {
        waiting.increment();
        try {
            limit.enter();
        } finally {
            waiting.decrement();
        }
        inFlight.increment();
        return new Call(operation, limit);
    }

    /** Notes a call that failed before it had a place. */
    public void turnedAway(String operation, Throwable failure) {
        tell(operation, operations.get(operation).failed(failure, 0, clock.instant()), 0);
    }

    private void tell(String operation, CallEnd end, long nanos) {
        for (CallListener listener : listeners) {
            try {
                listener.ended(operation, end, Duration.ofNanos(nanos));
            } catch (Throwable unusable) {
                // A meter registry that fails, or lacks a class, must not make a call fail that has succeeded, and was
                // paid for.
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

    /** The operations, by their names. */
    public Map<String, OperationStatistics> operations() {
        return operations;
    }

    /** How many callers wait for a place, because {@code maxConcurrentRequests} calls are in flight. */
    public int waiting() {
        return waiting.intValue();
    }

    /** How many calls are in flight, those that wait for their turn within the quota included. */
    public int inFlight() {
        return inFlight.intValue();
    }

    /** How many calls have ended so, of all operations together. */
    public long count(CallEnd.Outcome outcome) {
        return operations.values().stream()
                .mapToLong(operation -> operation.figures(outcome).count())
                .sum();
    }

    /** The call that failed last, of all operations. */
    public Optional<CallError> lastError() {
        return operations.values().stream()
                .flatMap(operation -> operation.lastError().stream())
                .max(Comparator.comparing(CallError::at));
    }

    /** A call that has its place; whoever ends it first counts. */
    public final class Call {
        private final String operation;
        private final ConcurrencyLimit limit;
        private final long since = nanoTime.getAsLong();
        private final AtomicBoolean ended = new AtomicBoolean();

        private Call(String operation, ConcurrencyLimit limit) {
            this.operation = operation;
            this.limit = limit;
        }

        /** Notes that it succeeded, and gives its place back. */
        public void succeeded() {
            end(OperationStatistics::succeeded);
        }

        /** Notes that it failed, and gives its place back. */
        public void failed(Throwable failure) {
            end((statistics, nanos) -> statistics.failed(failure, nanos, clock.instant()));
        }

        private void end(BiFunction<OperationStatistics, Long, CallEnd> note) {
            if (ended.getAndSet(true)) {
                return;
            }
            long nanos = nanoTime.getAsLong() - since;
            try {
                tell(operation, note.apply(operations.get(operation), nanos), nanos);
            } finally {
                inFlight.decrement();
                limit.leave();
            }
        }
    }
}
