/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.quota;

import io.docproc.camel.error.DocprocRateLimitException;
import io.github.bucket4j.BlockingStrategy;
import io.github.bucket4j.Bucket;
import io.github.bucket4j.TimeMeter;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;

/**
 * The account's quota, shared by all endpoints of a component: spaces calls out evenly, and holds all of them back for a
 * while after the service has refused one (code 40306).
 */
public final class CallQuota {
    private static final long SECOND = Duration.ofSeconds(1).toNanos();
    /** Calls are further apart than the quota asks: on their way they do not keep their distance exactly. */
    private static final double SPACING = 1.025;
    /** What remains when one was held up after its turn: every second from one sending to the next but so many. */
    private static final long WINDOW = (long) (1.02 * SECOND);
    /** The first calls meet cold code and make connections, at both ends: they may arrive that much later. */
    private static final long COLD = SECOND / 5;

    private final double requestsPerSecond;
    private final int allowed;
    private final Deque<Sending> sendings = new ArrayDeque<>();
    private final Optional<Bucket> spacing;
    private final Duration cooldown;
    private final TimeMeter clock;
    private final BlockingStrategy waiting;
    private final AtomicLong openAgainAt;
    private final LongAdder callsWaiting = new LongAdder();
    private final LongAdder waited = new LongAdder();

    /**
     * @param requestsPerSecond how many calls may start in a second; 0 for no limit
     * @param cooldown how long all calls wait after a refusal
     */
    public CallQuota(double requestsPerSecond, Duration cooldown) {
        this(requestsPerSecond, cooldown, TimeMeter.SYSTEM_NANOTIME, BlockingStrategy.PARKING);
    }

    /** A quota on a clock and a way of waiting of one's own, for tests that need no sleeping. */
    CallQuota(double requestsPerSecond, Duration cooldown, TimeMeter clock, BlockingStrategy waiting) {
        if (requestsPerSecond < 0 || !Double.isFinite(requestsPerSecond)) {
            throw new IllegalArgumentException("Option requestsPerSecond is " + requestsPerSecond
                    + "; allowed is 0 for no limit, or the account's calls per second");
        }
        if (cooldown.isNegative()) {
            throw new IllegalArgumentException(
                    "Option rateLimitCooldown is " + cooldown.toMillis() + " ms; allowed is 0 or more");
        }
        this.requestsPerSecond = requestsPerSecond;
        this.clock = clock;
        this.waiting = waiting;
        this.cooldown = cooldown;
        this.openAgainAt = new AtomicLong(clock.currentTimeNanos());
        this.allowed = (int) Math.ceil(requestsPerSecond);
        this.spacing = requestsPerSecond == 0 ? Optional.empty() : Optional.of(spacing(requestsPerSecond, clock));
    }

    private static Bucket spacing(double requestsPerSecond, TimeMeter clock) {
        Duration interval = Duration.ofNanos((long) Math.ceil(SPACING * SECOND / requestsPerSecond));
        return Bucket.builder()
                .withCustomTimePrecision(clock)
                .addLimit(limit -> limit.capacity(1).refillGreedy(1, interval))
                .build();
    }

    /** Runs what makes a call, and takes note when the service refuses it for its number. */
    public <T> T watch(Supplier<T> calling) {
        try {
            return calling.get();
        } catch (DocprocRateLimitException refusal) {
            refused();
            throw refusal;
        }
    }

    /** Waits until the next call may start; a turn that came up during a cooldown is queued for again. */
    public void awaitTurn() throws InterruptedException {
        long since = clock.currentTimeNanos();
        callsWaiting.increment();
        try {
            do {
                awaitCooldown();
                if (spacing.isPresent()) {
                    spacing.get().asBlocking().consume(1, waiting);
                }
            } while (!cooldownLeft().isZero());
        } finally {
            callsWaiting.decrement();
            waited.add(clock.currentTimeNanos() - since);
        }
    }

    /**
     * Takes a turn if there is one soon, for a call that can be left out.
     *
     * @param most how long is waited for it at most, above 0; during a cooldown nothing is waited for
     * @return whether the call may start now
     */
    public boolean tryTurn(Duration most) throws InterruptedException {
        return cooldownLeft().isZero()
                && (spacing.isEmpty() || spacing.get().asBlocking().tryConsume(1, most, waiting))
                && cooldownLeft().isZero();
    }

    /**
     * Waits, right before a call that had its turn is sent, until it is not one too many in any second: a first call that
     * is held up by a connection, or by a machine at its limit, would else meet those behind it.
     *
     * @return to be run when the call's first bytes have gone out
     */
    public Runnable awaitSending() throws InterruptedException {
        if (allowed == 0) {
            return () -> {};
        }
        Sending sending = reserveSending();
        long left = sending.at - clock.currentTimeNanos();
        if (left > 0) {
            waiting.park(left);
        }
        return () -> sending.at = clock.currentTimeNanos() + sending.allowance;
    }

    private synchronized Sending reserveSending() {
        long now = clock.currentTimeNanos();
        boolean cold = sendings.size() < allowed;
        long earliest = cold ? now : sendings.removeFirst().at + WINDOW;
        Sending sending = new Sending(earliest - now > 0 ? earliest : now, cold ? COLD : 0);
        sendings.addLast(sending);
        return sending;
    }

    private void awaitCooldown() throws InterruptedException {
        long left = openAgainAt.get() - clock.currentTimeNanos();
        while (left > 0) {
            waiting.park(left);
            left = openAgainAt.get() - clock.currentTimeNanos();
        }
    }

    /** The service has refused a call for its number: nobody calls until the cooldown is over. */
    public void refused() {
        openAgainAt.accumulateAndGet(
                clock.currentTimeNanos() + cooldown.toNanos(), (now, later) -> later - now > 0 ? later : now);
    }

    /** How long calls are still held back; zero when they are not. */
    public Duration cooldownLeft() {
        return Duration.ofNanos(Math.max(0, openAgainAt.get() - clock.currentTimeNanos()));
    }

    /** How many calls may start in a second; 0 for no limit. */
    public double requestsPerSecond() {
        return requestsPerSecond;
    }

    /** How many calls wait for their turn right now. */
    public int callsWaiting() {
        return callsWaiting.intValue();
    }

    /** How long calls have waited for their turns, all together, since the start. */
    public Duration waited() {
        return Duration.ofNanos(waited.sum());
    }

    /** A call on its way: when it is to be sent, later when it was. */
    private static final class Sending {
        private final long allowance;
        private volatile long at;

        Sending(long at, long allowance) {
            this.at = at;
            this.allowance = allowance;
        }
    }
}
