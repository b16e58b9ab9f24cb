/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.ratelimit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.docproc.camel.docs.DocumentedRateLimiters;
import io.docproc.camel.testkit.FreePort;
import io.github.bucket4j.distributed.proxy.ProxyManager;
import io.github.bucket4j.redis.lettuce.Bucket4jLettuce;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.codec.RedisCodec;
import io.lettuce.core.codec.StringCodec;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import redis.embedded.RedisServer;

/** Rate limit that several nodes share in Redis. */
@Timeout(120)
final class RedisRateLimiterTest {
    /** One call an hour. */
    private static final double SLOW = 1 / 3600.0;

    private static final Duration INTERVAL = Duration.ofNanos(SharedBuckets.interval(SLOW));
    private static final Duration TEST = Duration.ofMinutes(5);

    private RedisServer server;
    private RedisClient client;

    @BeforeEach
    void start() throws IOException {
        int port = FreePort.next();
        server = new RedisServer(port);
        server.start();
        client = RedisClient.create("redis://127.0.0.1:" + port);
        client.setOptions(ClientOptions.builder()
                .disconnectedBehavior(ClientOptions.DisconnectedBehavior.REJECT_COMMANDS)
                .build());
    }

    @AfterEach
    void stop() throws IOException {
        client.shutdown();
        server.stop();
    }

    private DistributedRateLimiter node() {
        DistributedRateLimiter node = (DistributedRateLimiter) DocumentedRateLimiters.redis(client);
        node.setStoreTimeout(Duration.ofMillis(500));
        node.start();
        return node;
    }

    /** Returns the buckets as a node sees them whose own clock differs. */
    private SharedBuckets withSkew(Duration skew) {
        var commands = client.connect(RedisCodec.of(StringCodec.UTF8, ByteArrayCodec.INSTANCE));
        var clock = client.connect();
        ProxyManager<String> buckets = Bucket4jLettuce.casBasedBuilder(commands)
                .clientClock(new StoreClock(
                        () -> Instant.ofEpochSecond(
                                Long.parseLong(clock.sync().time().get(0))),
                        () -> System.nanoTime() + skew.toNanos()))
                .build();
        return new SharedBuckets(buckets, "account", SLOW);
    }

    @Test
    void nodesWhoseClocksDifferReserveConsecutiveSlots() {
        SharedBuckets ahead = withSkew(Duration.ofHours(10));
        SharedBuckets behind = withSkew(Duration.ofHours(-10));
        for (int call = 0; call < 6; call++) {
            SharedBuckets node = call % 2 == 0 ? ahead : behind;
            Duration expected = INTERVAL.multipliedBy(call);
            assertThat(Duration.ofNanos(node.reserve(1).untilLast())).isBetween(expected.minus(TEST), expected);
        }
    }

    @Test
    void nodesShareTheCooldown() throws InterruptedException {
        DistributedRateLimiter refused = node();
        DistributedRateLimiter other = node();
        refused.startCooldown(Duration.ofHours(1));

        await().until(() -> !other.cooldownRemaining().isZero());
        assertThat(other.acquire(TEST)).isEmpty();
    }

    @Test
    void callsFailWhileRedisIsDown() throws Exception {
        DistributedRateLimiter node = node();
        await().ignoreException(RateLimiterException.class)
                .until(() -> node.acquire(TEST).isPresent());
        server.stop();

        assertThatThrownBy(() -> {
                    while (true) {
                        node.acquire(TEST);
                    }
                })
                .isInstanceOf(RateLimiterException.class)
                .hasMessageContaining("has not responded for");
    }
}
