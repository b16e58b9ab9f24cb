/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.bench;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Calls that arrived at the service in a run.
 *
 * @param seconds time of each arrival in seconds since the first one
 * @param rejected time of the call that the service rejected; infinite without one
 */
record Arrivals(List<Double> seconds, double rejected) {
    private static final double NANO = 1e-9;

    /** Reads the ages that the service returns; the age of a rejected call is negative. */
    static Arrivals parse(String ages) {
        List<Double> nanos = Arrays.stream(ages.trim().split(" "))
                .filter(age -> !age.isEmpty())
                .map(Double::valueOf)
                .toList();
        double first = nanos.stream().mapToDouble(Math::abs).max().orElse(0);
        return new Arrivals(
                nanos.stream()
                        .map(age -> (first - Math.abs(age)) * NANO)
                        .sorted()
                        .toList(),
                nanos.stream()
                        .filter(age -> age < 0)
                        .mapToDouble(age -> (first + age) * NANO)
                        .min()
                        .orElse(Double.POSITIVE_INFINITY));
    }

    /** Returns the number of arrivals in the first seconds. */
    long count(double duration) {
        return seconds.stream().filter(time -> time < duration).count();
    }

    /** Returns the arrivals per second of a part of the run. */
    double rate(double from, double until) {
        return (count(until) - count(from)) / (until - from);
    }

    /** Returns the largest number of arrivals within one second. */
    long busiestSecond() {
        long most = 0;
        int oldest = 0;
        for (int call = 0; call < seconds.size(); call++) {
            while (seconds.get(call) - seconds.get(oldest) >= 1) {
                oldest++;
            }
            most = Math.max(most, call - oldest + 1);
        }
        return most;
    }

    /** Returns the time in seconds from the rejection to the last arrival before the cooldown ends; 0 without one. */
    double lastOfCooldown() {
        return seconds.stream()
                .filter(this::isDuringCooldown)
                .mapToDouble(time -> time - rejected)
                .max()
                .orElse(0);
    }

    /** Describes the arrivals between the rejection and the end of the cooldown. */
    String duringCooldown() {
        return String.format(
                Locale.ROOT,
                "%d, the last one after %.2f s",
                seconds.stream().filter(this::isDuringCooldown).count(),
                lastOfCooldown());
    }

    private boolean isDuringCooldown(double time) {
        return time > rejected && time < rejected + SharedRateLimitNode.COOLDOWN_MILLIS / 1000.0;
    }
}
