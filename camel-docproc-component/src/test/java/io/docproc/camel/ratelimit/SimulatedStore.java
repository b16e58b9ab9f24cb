/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.ratelimit;

import java.time.Duration;
import java.util.Comparator;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.PriorityQueue;
import java.util.function.Supplier;

/**
 * Nodes and their store with a manual clock. The store receives a request after half of its response time. Requests
 * that depend on each other take a response time each. Responses arrive while a node waits.
 */
final class SimulatedStore {
    static final Duration STORE_TIMEOUT = Duration.ofSeconds(5);

    private final ManualTime time = new ManualTime();
    private final MemoryBuckets buckets = new MemoryBuckets(time);
    private final PriorityQueue<Event> events =
            new PriorityQueue<>(Comparator.comparingLong(Event::time).thenComparingLong(Event::number));
    private long eventNumber;
    private boolean failingToStart;
    private long wakeUpDelay;
    private long lateUntil;

    private record Event(long time, long number, Runnable action) {}

    ManualTime time() {
        return time;
    }

    /** Returns the buckets, which process each request immediately. */
    MemoryBuckets buckets() {
        return buckets;
    }

    /** Returns a node whose requests the store answers immediately. */
    SlotSchedule node(double requestsPerSecond) {
        return node(requestsPerSecond, () -> Duration.ZERO);
    }

    /** Returns a node with a response time of the store. */
    SlotSchedule node(double requestsPerSecond, Supplier<Duration> responseTime) {
        return new SlotSchedule(
                new SharedBuckets(buckets, "account", requestsPerSecond),
                requestsPerSecond,
                new StoreRequests(
                        (request, delay) ->
                                send(request, delay, responseTime.get().toNanos()),
                        time,
                        STORE_TIMEOUT),
                time,
                Optional.of(this::park));
    }

    /** Lets the start of requests fail, or succeed again. */
    void failToStart(boolean fails) {
        failingToStart = fails;
    }

    /** Lets threads that wait wake up late for a time. */
    void wakeLate(Duration delay, Duration duration) {
        wakeUpDelay = delay.toNanos();
        lateUntil = time.currentTimeNanos() + duration.toNanos();
    }

    private void send(Supplier<Runnable> request, long delay, long responseTime) {
        if (failingToStart) {
            throw new OutOfMemoryError("unable to create native thread");
        }
        at(delay + responseTime / 2, () -> {
            int before = buckets.requests();
            Runnable response = request.get();
            at((buckets.requests() - before) * responseTime - responseTime / 2, response);
        });
    }

    private void at(long delay, Runnable action) {
        events.add(new Event(time.currentTimeNanos() + delay, eventNumber++, action));
    }

    private void park(long nanos) throws InterruptedException {
        if (!runDueEvents()) {
            Event next = events.peek();
            time.park(next == null ? nanos : Math.min(nanos, next.time - time.currentTimeNanos()));
        } else if (time.currentTimeNanos() < lateUntil) {
            time.pass(wakeUpDelay);
        }
    }

    /** Runs requests and responses that are due, and returns whether there were any. */
    boolean runDueEvents() {
        boolean any = false;
        while (!events.isEmpty() && events.peek().time <= time.currentTimeNanos()) {
            events.remove().action.run();
            any = true;
        }
        return any;
    }

    /** Waits for a slot on a node with one waiting call, and returns the slot. */
    long await(SlotSchedule node) throws InterruptedException {
        return await(node, 1);
    }

    long await(SlotSchedule node, int callers) throws InterruptedException {
        return node.await(() -> callers, time.currentTimeNanos(), Long.MAX_VALUE)
                .orElseThrow();
    }

    OptionalLong await(SlotSchedule node, Duration maximum) throws InterruptedException {
        return node.await(() -> 1, time.currentTimeNanos(), maximum.toNanos());
    }
}
