/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.http;

import io.docproc.camel.error.DocprocException;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counts the calls of a component. Thread-safe; recording a call takes no lock that all calls share. */
public final class CallStatistics {
    private static final Logger LOG = LoggerFactory.getLogger(CallStatistics.class);
    private static final int MAX_ERROR_LENGTH = 500;

    private final Map<CallOutcome, LongAdder> counts = new ConcurrentHashMap<>();
    private final LongAdder waiting = new LongAdder();
    private final LongAdder inFlight = new LongAdder();
    private volatile String lastError = "";
    private volatile BiConsumer<CallOutcome, Duration> timer = (outcome, duration) -> {};

    /** Sets what records each completed call with its duration, which is zero if it did not start. */
    public void setTimer(BiConsumer<CallOutcome, Duration> timer) {
        this.timer = timer;
    }

    /** Counts a call that waits for a permit. The caller must complete the returned call. */
    public Sample enqueue(String operation) {
        return new Sample(operation);
    }

    /** Returns the number of calls that wait for a permit. */
    public int waiting() {
        return waiting.intValue();
    }

    /** Returns the number of calls in flight, including those that wait for a rate-limit permit. */
    public int inFlight() {
        return inFlight.intValue();
    }

    /** Returns the numbers of completed calls. */
    public SortedMap<CallOutcome, Long> counts() {
        SortedMap<CallOutcome, Long> copy = new TreeMap<>(Comparator.comparing(CallOutcome::toString));
        counts.forEach((outcome, count) -> copy.put(outcome, count.sum()));
        return copy;
    }

    /** Returns the number of completed calls of all operations with this outcome. */
    public long count(CallOutcome.Outcome outcome) {
        return counts().entrySet().stream()
                .filter(entry -> entry.getKey().outcome() == outcome)
                .mapToLong(Map.Entry::getValue)
                .sum();
    }

    /**
     * Returns time and message of the last failed call, at most 500 characters; empty if none has failed. Of an exception
     * that is not the component's, only the class name is kept, because its message may contain secrets.
     */
    public String lastError() {
        return lastError;
    }

    private void record(CallOutcome outcome, Duration duration) {
        counts.computeIfAbsent(outcome, first -> new LongAdder()).increment();
        try {
            timer.accept(outcome, duration);
        } catch (Throwable e) {
            // A meter registry that fails, or lacks a class, must not fail a call that succeeded and was billed.
            LOG.warn(
                    "A meter cannot record a call of {}; the call is not affected: {}",
                    outcome.operation(),
                    e.toString());
        }
    }

    /** A call from the start of its wait to its completion. Only the first completion counts; later ones are ignored. */
    public final class Sample {
        private final String operation;
        /** The gauge that counts this call; null when the call is complete. */
        private final AtomicReference<LongAdder> gauge = new AtomicReference<>(waiting);

        private volatile long since;

        private Sample(String operation) {
            this.operation = operation;
            waiting.increment();
        }

        /** Records that the call has its permit. */
        public void started() {
            since = System.nanoTime();
            if (gauge.compareAndSet(waiting, inFlight)) {
                inFlight.increment();
                waiting.decrement();
            }
        }

        /** Records success. */
        public void succeeded() {
            complete(new CallOutcome(operation, CallOutcome.Outcome.SUCCESS, "200"));
        }

        /** Records that a stored result replaced the call. */
        public void reused() {
            complete(new CallOutcome(operation, CallOutcome.Outcome.REUSED, "200"));
        }

        /** Records a failure. */
        public void failed(Throwable failure) {
            if (gauge.get() != null) {
                String message = failure instanceof DocprocException
                        ? failure.getMessage()
                        : failure.getClass().getName();
                String error = Instant.now() + " " + message;
                lastError = error.length() <= MAX_ERROR_LENGTH ? error : error.substring(0, MAX_ERROR_LENGTH - 1) + "…";
            }
            complete(CallOutcome.of(operation, failure));
        }

        /** Completes a call that was omitted. Counts nothing. */
        public void omitted() {
            complete(null);
        }

        private void complete(CallOutcome outcome) {
            LongAdder before = gauge.getAndSet(null);
            if (before == null) {
                return;
            }
            if (outcome != null) {
                record(outcome, before == waiting ? Duration.ZERO : Duration.ofNanos(System.nanoTime() - since));
            }
            before.decrement();
        }
    }
}
