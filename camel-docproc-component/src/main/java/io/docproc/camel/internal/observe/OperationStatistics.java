/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.observe;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
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
    private static final int MAX_UNLISTED = 20;

    private final Map<CallOutcome, Sums> sums = new ConcurrentHashMap<>();
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
        sums.computeIfAbsent(CallOutcome.REUSED, first -> new Sums()).add(nanos);
        return CallOutcome.REUSED;
    }

    /** @return the outcome under which the call is counted */
    CallOutcome failed(Throwable failure, long nanos, Instant at) {
        CallOutcome outcome = add(CallOutcome.of(failure), nanos);
        lastError = Optional.of(FailedCall.of(failure, outcome, at));
        return outcome;
    }

    private CallOutcome add(CallOutcome outcome, long nanos) {
        last = Duration.ofNanos(nanos);
        Sums existing = sums.get(outcome);
        if (existing != null) {
            existing.add(nanos);
            return outcome;
        }
        CallOutcome counted = isCountedSeparately(outcome) ? outcome : outcome.withoutCode();
        sums.computeIfAbsent(counted, first -> new Sums()).add(nanos);
        return counted;
    }

    private boolean isCountedSeparately(CallOutcome outcome) {
        return outcome.isListed()
                || sums.keySet().stream().filter(other -> !other.isListed()).count() < MAX_UNLISTED;
    }

    /** Returns the timings by outcome and code, successes first. */
    public SortedMap<CallOutcome, CallTimings> outcomes() {
        SortedMap<CallOutcome, CallTimings> timings = new TreeMap<>();
        sums.forEach((outcome, sum) -> timings.put(outcome, sum.timings()));
        return timings;
    }

    /**
     * Returns a row for each outcome and code, successes first. The columns are {@code outcome}, {@code code}, {@code
     * count}, {@code totalMillis} and {@code maxMillis}.
     */
    List<Map<String, Object>> rows() {
        return outcomes().entrySet().stream()
                .map(entry -> row(entry.getKey(), entry.getValue()))
                .toList();
    }

    private static Map<String, Object> row(CallOutcome outcome, CallTimings timings) {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("outcome", outcome.outcome().toString());
        row.put("code", outcome.code());
        row.put("count", timings.count());
        row.put("totalMillis", timings.total().toMillis());
        row.put("maxMillis", timings.max().toMillis());
        return row;
    }

    /** Returns the number of completed calls with this outcome, whatever the code. */
    public long count(CallOutcome.Outcome outcome) {
        return sums.entrySet().stream()
                .filter(entry -> entry.getKey().outcome() == outcome)
                .mapToLong(entry -> entry.getValue().count.sum())
                .sum();
    }

    /** Returns the number of completed calls. */
    public long count() {
        return sums.values().stream().mapToLong(sum -> sum.count.sum()).sum();
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

        CallTimings timings() {
            return new CallTimings(count.sum(), Duration.ofNanos(total.sum()), Duration.ofNanos(max.get()));
        }
    }
}
