/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.ratelimit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.docproc.camel.docs.DocumentedRateLimiters;
import io.docproc.camel.testkit.FreePort;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import redis.embedded.RedisServer;

/** Rate limit that several nodes share in Redis. */
@Timeout(120)
final class RedisRateLimiterTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);

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

    @Test
    void nodesShareTheRate() throws InterruptedException {
        RateLimiter first = DocumentedRateLimiters.redis(client);
        RateLimiter second = DocumentedRateLimiters.redis(client);
        long start = System.nanoTime();
        for (int call = 0; call < 10; call++) {
            first.acquire(MINUTE).orElseThrow().sent();
            second.acquire(MINUTE).orElseThrow().sent();
        }

        assertThat(Duration.ofNanos(System.nanoTime() - start))
                .as("20 calls at 10 per second")
                .isBetween(Duration.ofMillis(1_900), Duration.ofSeconds(10));
    }

    @Test
    void callsFailWhileRedisIsDown() throws Exception {
        RateLimiter node = DocumentedRateLimiters.redis(client);
        node.acquire(MINUTE).orElseThrow().sent();
        server.stop();

        assertThatThrownBy(() -> {
                    while (true) {
                        node.acquire(MINUTE).orElseThrow().sent();
                    }
                })
                .isInstanceOf(RateLimiterException.class)
                .hasMessageContaining("nothing was sent");
    }
}
