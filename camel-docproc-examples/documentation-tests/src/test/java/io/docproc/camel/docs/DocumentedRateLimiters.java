/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.docs;

import io.docproc.camel.ratelimit.DistributedRateLimiter;
import io.docproc.camel.ratelimit.RateLimiter;
import io.docproc.camel.ratelimit.StoreClock;
import io.github.bucket4j.TimeMeter;
import io.github.bucket4j.redis.lettuce.Bucket4jLettuce;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.codec.RedisCodec;
import io.lettuce.core.codec.StringCodec;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Shared rate limiters shown in the documentation. */
public final class DocumentedRateLimiters {
    private DocumentedRateLimiters() {}

    // tag::redis[]
    /** Returns a rate limiter that all nodes share in Redis. */
    public static RateLimiter redis(RedisClient client) {
        StatefulRedisConnection<String, byte[]> buckets =
                client.connect(RedisCodec.of(StringCodec.UTF8, ByteArrayCodec.INSTANCE));
        TimeMeter clock = new StoreClock(() -> instant(buckets.sync().time()));
        return new DistributedRateLimiter(
                Bucket4jLettuce.casBasedBuilder(buckets).clientClock(clock).build(), 10.0);
    }

    private static Instant instant(List<byte[]> secondsAndMicroseconds) {
        return Instant.ofEpochSecond(
                Long.parseLong(new String(secondsAndMicroseconds.get(0), StandardCharsets.US_ASCII)),
                TimeUnit.MICROSECONDS.toNanos(
                        Long.parseLong(new String(secondsAndMicroseconds.get(1), StandardCharsets.US_ASCII))));
    }
    // end::redis[]
}
