/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.ratelimit;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;

/**
 * Difference between the clock of a store and the clock of this node, estimated from the requests to the store. The
 * fastest of the recent requests is the most exact one: its error is at most half of its duration. Thread-safe.
 */
final class ClockOffset {
    private static final int MAX_SAMPLES = 16;
    /** Number of samples of a reliable estimate. The first request of a process is slow. */
    private static final int MIN_SAMPLES = 2;

    private static final long MAX_AGE = Duration.ofMinutes(1).toNanos();
    /** Difference in nanoseconds between two samples that only a change of the store's clock can cause. */
    private static final long JUMP = Duration.ofMillis(100).toNanos();

    private final Deque<Sample> samples = new ArrayDeque<>();
    private long offset;

    private record Sample(long takenAt, long duration, long offset) {
        boolean contradicts(Sample other) {
            return Math.abs(offset - other.offset) > (duration + other.duration) / 2 + JUMP;
        }
    }

    /**
     * Adds a request.
     *
     * @param start time of this node before the request
     * @param end time of this node after the response
     * @param storeTime time of the store when it processed the request
     */
    synchronized void add(long start, long end, long storeTime) {
        Sample added = new Sample(end, end - start, storeTime - (start + (end - start) / 2));
        samples.removeIf(sample -> added.takenAt - sample.takenAt > MAX_AGE || sample.contradicts(added));
        if (samples.size() == MAX_SAMPLES) {
            samples.removeFirst();
        }
        samples.addLast(added);
        offset =
                samples.stream().min(Comparator.comparingLong(Sample::duration)).orElse(added).offset;
    }

    /** Returns whether recent requests suffice for an estimate. */
    synchronized boolean isReliable(long now) {
        return samples.size() >= MIN_SAMPLES && now - samples.getLast().takenAt <= MAX_AGE;
    }

    /** Returns the time of the store at a time of this node. */
    synchronized long storeTime(long nodeTime) {
        return nodeTime + offset;
    }

    /** Returns the difference in nanoseconds: the time of the store at time 0 of this node. */
    synchronized long offset() {
        return offset;
    }
}
