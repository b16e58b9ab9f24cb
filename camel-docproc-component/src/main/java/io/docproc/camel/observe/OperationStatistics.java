/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.observe;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;

/** What has become of the calls of one operation. Written without locks; read at any time. */
public final class OperationStatistics {
    /** A service that answers with ever new codes must not fill the memory, nor a metrics database. */
    private static final int MOST_UNLISTED = 20;

    private final Map<CallEnd, Sums> ends = new ConcurrentHashMap<>();
    private volatile Duration last = Duration.ZERO;
    private volatile Optional<CallError> lastError = Optional.empty();

    /** @return the end as it is told apart here */
    CallEnd succeeded(long nanos) {
        return add(CallEnd.SUCCESS, nanos);
    }

    /** @return the end as it is told apart here */
    CallEnd failed(Throwable failure, long nanos, Instant at) {
        CallEnd end = add(CallEnd.of(failure), nanos);
        lastError = Optional.of(CallError.of(failure, end, at));
        return end;
    }

    private CallEnd add(CallEnd end, long nanos) {
        last = Duration.ofNanos(nanos);
        Sums known = ends.get(end);
        if (known != null) {
            known.add(nanos);
            return end;
        }
        CallEnd told = isToldApart(end) ? end : end.withoutCode();
        ends.computeIfAbsent(told, first -> new Sums()).add(nanos);
        return told;
    }

    private boolean isToldApart(CallEnd end) {
        return end.isListed()
                || ends.keySet().stream().filter(known -> !known.isListed()).count() < MOST_UNLISTED;
    }

    /** The figures of each way to end that has occurred, successes first. */
    public SortedMap<CallEnd, EndFigures> ends() {
        SortedMap<CallEnd, EndFigures> figures = new TreeMap<>();
        ends.forEach((end, sums) -> figures.put(end, sums.figures()));
        return figures;
    }

    /** The figures of all calls that ended in this way, whatever the code. */
    public EndFigures figures(CallEnd.Outcome outcome) {
        return ends().entrySet().stream()
                .filter(end -> end.getKey().outcome() == outcome)
                .map(Map.Entry::getValue)
                .reduce(EndFigures.NONE, EndFigures::and);
    }

    /** How many calls have ended, in whatever way. */
    public long count() {
        return ends.values().stream().mapToLong(sums -> sums.count.sum()).sum();
    }

    /** The time of the call that ended last; zero when none has. */
    public Duration last() {
        return last;
    }

    /** The call that failed last. */
    public Optional<CallError> lastError() {
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

        EndFigures figures() {
            return new EndFigures(count.sum(), Duration.ofNanos(total.sum()), Duration.ofNanos(max.get()));
        }
    }
}
