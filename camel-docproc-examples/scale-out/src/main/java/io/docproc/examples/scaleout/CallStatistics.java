/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.scaleout;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Counts the parse calls that arrive at the local service, from its line for each call. Thread-safe. */
final class CallStatistics implements Consumer<String> {
    private static final Pattern LINE = Pattern.compile("parseSync (\\S+) (\\d+) ms");
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    private final List<Long> arrivals = new ArrayList<>();
    private final Map<String, Integer> outcomes = new HashMap<>();

    @Override
    public synchronized void accept(String line) {
        Matcher call = LINE.matcher(line);
        if (call.matches()) {
            arrivals.add(System.nanoTime() - TimeUnit.MILLISECONDS.toNanos(Long.parseLong(call.group(2))));
            outcomes.merge(call.group(1), 1, Integer::sum);
        }
    }

    /** Returns the number of calls. */
    synchronized int total() {
        return arrivals.size();
    }

    /** Returns the number of calls whose response had a code. */
    synchronized int count(int code) {
        return outcomes.getOrDefault(String.valueOf(code), 0);
    }

    /** Returns the maximum number of calls that arrived within one second. */
    synchronized int busiestSecond() {
        return arrivals.stream()
                .mapToInt(first -> (int) arrivals.stream()
                        .filter(arrival -> arrival >= first && arrival - first < SECOND)
                        .count())
                .max()
                .orElse(0);
    }
}
