/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.ratelimit;

import io.github.bucket4j.BucketConfiguration;
import io.github.bucket4j.BucketState;
import io.github.bucket4j.TokensInheritanceStrategy;
import io.github.bucket4j.VerboseResult;
import io.github.bucket4j.distributed.BucketProxy;
import io.github.bucket4j.distributed.proxy.ProxyManager;
import java.time.Duration;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Buckets of an account in a shared store. The first one contains one token per call and refills at the rate of the
 * account. Nodes consume tokens in advance, so each token of its deficit is a reserved slot in the future. The deficit
 * of the second one is the remaining cooldown in milliseconds. Each method makes requests to the store and blocks.
 */
final class SharedBuckets {
    private static final Logger LOG = LoggerFactory.getLogger(SharedBuckets.class);
    private static final String COOLDOWN = "-cooldown";
    private static final double SECOND = Duration.ofSeconds(1).toNanos();
    /** Factor by which slots are further apart than the limit requires, because latency varies. */
    private static final double SPACING = 1.035;

    /** Time in nanoseconds by which the clock of the store may be set back without discarding reserved slots. */
    static final long MAX_STEP_BACK = Duration.ofSeconds(10).toNanos();

    private final ProxyManager<String> buckets;
    private final String name;
    private final BucketConfiguration configuration;
    private final BucketProxy slots;
    private final BucketProxy cooldown;
    private volatile boolean configured;

    /**
     * Slots that are reserved for a node.
     *
     * @param reservedAt time of the store at the reservation in nanoseconds
     * @param untilLast time in nanoseconds from the reservation until the last slot
     * @param interval time in nanoseconds between two slots
     */
    record Reservation(long reservedAt, long untilLast, long interval) {}

    /**
     * Cooldown in the store.
     *
     * @param readAt time of the store when it was read, in nanoseconds
     * @param remaining remaining time; zero if there is none
     */
    record Cooldown(long readAt, Duration remaining) {}

    SharedBuckets(ProxyManager<String> buckets, String name, double requestsPerSecond) {
        this.buckets = buckets;
        this.name = name;
        this.configuration = refilling(Duration.ofNanos(interval(requestsPerSecond)));
        this.slots = buckets.getProxy(name, () -> configuration);
        this.cooldown = buckets.getProxy(name + COOLDOWN, () -> refilling(Duration.ofMillis(1)));
    }

    /** Returns the time in nanoseconds between two slots. */
    static long interval(double requestsPerSecond) {
        return (long) Math.ceil(SPACING * SECOND / requestsPerSecond);
    }

    private static BucketConfiguration refilling(Duration interval) {
        return BucketConfiguration.builder()
                .addLimit(limit -> limit.capacity(1).refillGreedy(1, interval))
                .build();
    }

    /** Reserves the next slots for this node. */
    Reservation reserve(int count) {
        configure();
        VerboseResult<Long> result = slots.asVerbose().consumeIgnoringRateLimits(count);
        if (isFrozen(result)) {
            result = reserveAfterStepBack(count);
        }
        return new Reservation(
                result.getOperationTimeNanos(),
                result.getValue(),
                result.getConfiguration().getBandwidths()[0].getRefillPeriodNanos());
    }

    /**
     * Replaces the frozen bucket by one with the same deficit, unless another node has done so. The last tokens of the
     * deficit are the slots of this node. Other nodes use the slots before them until they notice the new time.
     */
    private VerboseResult<Long> reserveAfterStepBack(int count) {
        VerboseResult<Long> tokens = slots.asVerbose().getAvailableTokens();
        if (!isFrozen(tokens)) {
            return slots.asVerbose().consumeIgnoringRateLimits(count);
        }
        buckets.removeProxy(name);
        return slots.asVerbose().consumeIgnoringRateLimits(1 - tokens.getValue());
    }

    /**
     * Returns whether tokens are missing and none is added, because the clock of the store was set back. The bucket
     * would add none until the clock has reached its former time.
     */
    private static boolean isFrozen(VerboseResult<?> result) {
        BucketState state = result.getState().copy();
        long tokens = state.getAvailableTokens();
        long interval = state.getConfiguration().getBandwidths()[0].getRefillPeriodNanos();
        state.refillAllBandwidth(result.getOperationTimeNanos() + Math.max(MAX_STEP_BACK, 2 * interval));
        return tokens < 1 && state.getAvailableTokens() == tokens;
    }

    /** Replaces the rate in the store if it differs. The rate of the node that has started last applies to all. */
    private void configure() {
        if (!configured) {
            buckets.getProxyConfiguration(name)
                    .filter(Predicate.not(configuration::equals))
                    .ifPresent(stored -> {
                        slots.replaceConfiguration(configuration, TokensInheritanceStrategy.AS_IS);
                        LOG.info(
                                "The shared rate limit {} had another rate; the configured one applies to all nodes",
                                name);
                    });
            configured = true;
        }
    }

    /** Reads the cooldown. If the clock of the store was set back, the remaining cooldown begins again. */
    Cooldown cooldown() {
        VerboseResult<Long> tokens = cooldown.asVerbose().getAvailableTokens();
        if (isFrozen(tokens)) {
            buckets.removeProxy(name + COOLDOWN);
            startCooldown(remaining(tokens));
        }
        return new Cooldown(tokens.getOperationTimeNanos(), remaining(tokens));
    }

    private static Duration remaining(VerboseResult<Long> tokens) {
        return Duration.ofMillis(Math.max(0, 1 - tokens.getValue()));
    }

    /** Extends the cooldown to a duration from now, unless it lasts longer already. */
    void startCooldown(Duration duration) {
        long missing = duration.minus(cooldown().remaining()).toMillis();
        if (missing > 0) {
            long total = 1
                    + Duration.ofNanos(cooldown.consumeIgnoringRateLimits(missing))
                            .toMillis();
            long extendedTwice = Math.min(missing, total - duration.toMillis());
            if (extendedTwice > 0) {
                cooldown.addTokens(extendedTwice);
            }
        }
    }
}
