/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.ratelimit;

import io.github.bucket4j.BlockingStrategy;
import io.github.bucket4j.Bucket;
import io.github.bucket4j.ConsumptionProbe;
import io.github.bucket4j.TimeMeter;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Rate limiter for one JVM. A token bucket spaces permits evenly. A sliding window over the send times ensures that no
 * second exceeds the limit, even if a call is sent later than its permit was granted. Permits are granted in order of
 * arrival. Thread-safe.
 */
public final class LocalRateLimiter implements RateLimiter {
    private static final long SECOND = Duration.ofSeconds(1).toNanos();
    /** Factor by which permits are further apart than the limit requires, because the latency of the network varies. */
    private static final double SPACING = 1.025;
    /** Length of the sliding window in nanoseconds. Every window contains at most the allowed number of sends. */
    private static final long WINDOW = (long) (1.02 * SECOND);
    /** Additional latency of the first calls in nanoseconds, until client and service have warmed up. */
    private static final long WARM_UP_LATENCY = SECOND / 5;

    private final TimeMeter clock;
    private final BlockingStrategy waiting;
    /**
     * Keeps the order of arrival. The first waiting thread holds it, so that only one thread at a time waits for the
     * clock.
     */
    private final ReentrantLock queue = new ReentrantLock(true);

    private final AtomicInteger queued = new AtomicInteger();
    private final Deque<Long> sendTimes = new ArrayDeque<>();
    private Optional<Bucket> spacing = Optional.empty();
    private double requestsPerSecond;
    private int allowed;
    private int warmUpSends;
    private int unsent;
    private long cooldownEnd;
    private Optional<Long> lastSend = Optional.empty();

    /**
     * Creates a rate limiter without a cooldown.
     *
     * @param requestsPerSecond maximum number of calls per second; 0 = unlimited
     * @throws IllegalArgumentException if the number is negative or not finite
     */
    public LocalRateLimiter(double requestsPerSecond) {
        this(requestsPerSecond, TimeMeter.SYSTEM_NANOTIME, BlockingStrategy.PARKING);
    }

    /** Creates a rate limiter with another clock, so that tests need not wait. */
    LocalRateLimiter(double requestsPerSecond, TimeMeter clock, BlockingStrategy waiting) {
        this.clock = clock;
        this.waiting = waiting;
        this.cooldownEnd = clock.currentTimeNanos();
        limitTo(requestsPerSecond);
    }

    /** Changes the limit. Keeps send times and cooldown, so that the change does not allow a burst. */
    synchronized void limitTo(double newLimit) {
        RateLimitSettings.requireRate(newLimit);
        if (newLimit != requestsPerSecond) {
            requestsPerSecond = newLimit;
            allowed = (int) Math.ceil(newLimit);
            warmUpSends = allowed;
            spacing = newLimit == 0 ? Optional.empty() : Optional.of(bucket());
        }
    }

    /**
     * Creates the bucket of a new limit. It is empty if the last send is less than one interval ago; that interval may
     * be longer than the sliding window.
     */
    private Bucket bucket() {
        boolean recent =
                lastSend.filter(sent -> nanosUntil(sent + interval()) > 0).isPresent();
        return Bucket.builder()
                .withCustomTimePrecision(clock)
                .addLimit(limit -> limit.capacity(1)
                        .refillGreedy(1, Duration.ofNanos(interval()))
                        .initialTokens(recent ? 0 : 1))
                .build();
    }

    private long interval() {
        return requestsPerSecond == 0 ? 0 : (long) Math.ceil(SPACING * SECOND / requestsPerSecond);
    }

    @Override
    public Optional<Permit> acquire(Duration maxWait) throws InterruptedException {
        long start = clock.currentTimeNanos();
        long maximum = maxWait.toNanos();
        int ahead = queued.getAndIncrement();
        try {
            if (estimatedWait(ahead) > maximum || !queue.tryLock(maximum, TimeUnit.NANOSECONDS)) {
                return Optional.empty();
            }
            try {
                return awaitPermit(start, maximum);
            } finally {
                queue.unlock();
            }
        } finally {
            queued.decrementAndGet();
        }
    }

    private synchronized long estimatedWait(int ahead) {
        long first = spacing.map(bucket -> bucket.estimateAbilityToConsume(1).getNanosToWaitForRefill())
                .orElse(0L);
        return Math.max(first, nanosUntil(cooldownEnd)) + ahead * interval();
    }

    private Optional<Permit> awaitPermit(long start, long maximum) throws InterruptedException {
        while (true) {
            long remaining = maximum - (clock.currentTimeNanos() - start);
            long wait = reserve(remaining);
            if (wait == 0) {
                return Optional.of(new SendPermit());
            }
            if (wait > remaining) {
                return Optional.empty();
            }
            waiting.park(wait);
        }
    }

    /**
     * Waits while the allowed number of calls have a permit and are not sent. Until one of them is sent, the time of
     * the next permit is unknown.
     */
    private void awaitUnsent(long maximum) throws InterruptedException {
        long start = System.nanoTime();
        long remaining = maximum;
        while (allowed > 0 && unsent >= allowed && remaining > 0) {
            TimeUnit.NANOSECONDS.timedWait(this, remaining);
            remaining = maximum - (System.nanoTime() - start);
        }
    }

    /** Reserves a permit and returns 0, or returns the time until the next attempt in nanoseconds. */
    private synchronized long reserve(long maximum) throws InterruptedException {
        awaitUnsent(maximum);
        long wait = nanosUntil(cooldownEnd);
        if (wait == 0 && spacing.isPresent()) {
            wait = nanosUntilWindowAllowsSend();
            if (wait == 0) {
                ConsumptionProbe probe = spacing.get().tryConsumeAndReturnRemaining(1);
                wait = probe.isConsumed() ? 0 : probe.getNanosToWaitForRefill();
            }
        }
        if (wait == 0) {
            unsent++;
        }
        return wait;
    }

    private long nanosUntilWindowAllowsSend() {
        while (!sendTimes.isEmpty() && nanosUntil(sendTimes.peekFirst() + WINDOW) == 0) {
            sendTimes.removeFirst();
        }
        if (unsent + sendTimes.size() < allowed) {
            return 0;
        }
        return sendTimes.isEmpty() ? RateLimiter.UNLIMITED.toNanos() : nanosUntil(sendTimes.peekFirst() + WINDOW);
    }

    private long nanosUntil(long time) {
        return Math.max(0, time - clock.currentTimeNanos());
    }

    @Override
    public synchronized void startCooldown(Duration duration) {
        long end = clock.currentTimeNanos() + duration.toNanos();
        cooldownEnd = end - cooldownEnd > 0 ? end : cooldownEnd;
    }

    @Override
    public synchronized Duration cooldownRemaining() {
        return Duration.ofNanos(nanosUntil(cooldownEnd));
    }

    @Override
    public synchronized double requestsPerSecond() {
        return requestsPerSecond;
    }

    /** Returns whether no call waits or is about to be sent, and no earlier send or cooldown delays the next call. */
    synchronized boolean isIdle() {
        long delay = Math.max(interval(), WINDOW + WARM_UP_LATENCY);
        return queued.get() == 0
                && unsent == 0
                && nanosUntil(cooldownEnd) == 0
                && lastSend.filter(sent -> nanosUntil(sent + delay) > 0).isEmpty();
    }

    private synchronized void recordSend() {
        unsent--;
        lastSend = Optional.of(clock.currentTimeNanos());
        if (allowed > 0) {
            sendTimes.addLast(clock.currentTimeNanos() + (warmUpSends > 0 ? WARM_UP_LATENCY : 0));
            warmUpSends = Math.max(0, warmUpSends - 1);
        }
        notifyAll();
    }

    private synchronized void recordRelease() {
        unsent--;
        spacing.ifPresent(bucket -> bucket.addTokens(1));
        notifyAll();
    }

    private final class SendPermit implements Permit {
        private boolean used;

        @Override
        public void sent() {
            use(LocalRateLimiter.this::recordSend);
        }

        @Override
        public void release() {
            use(LocalRateLimiter.this::recordRelease);
        }

        private synchronized void use(Runnable action) {
            if (!used) {
                used = true;
                action.run();
            }
        }
    }
}
