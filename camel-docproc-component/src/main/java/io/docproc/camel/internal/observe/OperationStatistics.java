/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.observe;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;

/** Statistics of the calls of one operation. Thread-safe; recording a call takes no lock that all calls share. */
public final class OperationStatistics {
    /**
     * Maximum number of unlisted codes that are counted separately. A service that returns many different codes must
     * not exhaust the heap or a metrics database.
     */
    private static final int MOST_UNLISTED = 20;

    private final Map<CallOutcome, Sums> ends = new ConcurrentHashMap<>();
    private volatile Duration last = Duration.ZERO;
    private volatile Optional<FailedCall> lastError = Optional.empty();

    /** @return the outcome under which the call is counted */
    CallOutcome succeeded(long nanos) {
        return add(CallOutcome.SUCCESS, nanos);
    }

    /**
     * Counts a reused result. It does not become the last call, because it says nothing about the duration of a call.
     */
    CallOutcome reused(long nanos) {
        ends.computeIfAbsent(CallOutcome.REUSED, first -> new Sums()).add(nanos);
        return CallOutcome.REUSED;
    }

    /** @return the outcome under which the call is counted */
    CallOutcome failed(Throwable failure, long nanos, Instant at) {
        CallOutcome end = add(CallOutcome.of(failure), nanos);
        lastError = Optional.of(FailedCall.of(failure, end, at));
        return end;
    }

    private CallOutcome add(CallOutcome end, long nanos) {
        last = Duration.ofNanos(nanos);
        Sums known = ends.get(end);
        if (known != null) {
            known.add(nanos);
            return end;
        }
        CallOutcome told = isToldApart(end) ? end : end.withoutCode();
        ends.computeIfAbsent(told, first -> new Sums()).add(nanos);
        return told;
    }

    private boolean isToldApart(CallOutcome end) {
        return end.isListed()
                || ends.keySet().stream().filter(known -> !known.isListed()).count() < MOST_UNLISTED;
    }

    /** Returns the timings by outcome and code, successes first. */
    public SortedMap<CallOutcome, CallTimings> ends() {
        SortedMap<CallOutcome, CallTimings> figures = new TreeMap<>();
        ends.forEach((end, sums) -> figures.put(end, sums.figures()));
        return figures;
    }

    /** Returns the timings of all calls with this outcome, whatever the code. */
    public CallTimings figures(CallOutcome.Outcome outcome) {
        return ends().entrySet().stream()
                .filter(end -> end.getKey().outcome() == outcome)
                .map(Map.Entry::getValue)
                .reduce(CallTimings.NONE, CallTimings::and);
    }

    /** Returns the number of completed calls. */
    public long count() {
        return ends.values().stream().mapToLong(sums -> sums.count.sum()).sum();
    }

    /** Returns the duration of the last completed call; zero if there is none. */
    public Duration last() {
        return last;
    }

    /** Returns the last failed call; empty if none has failed. */
    public Optional<FailedCall> lastError() {
        return lastError;
    }

    private static final class Sums {
        private final LongAdder count = new LongAdder();
        private final LongAdder total = new LongAdder();
        private final LongAccumulator max = new LongAccumulator(Math::max, 0);

        void add(long nanos) {
            count.increment();
            total.add(nanos);
            max.accumulate(nanos);
        }

        CallTimings figures() {
            return new CallTimings(count.sum(), Duration.ofNanos(total.sum()), Duration.ofNanos(max.get()));
        }
    }
}
