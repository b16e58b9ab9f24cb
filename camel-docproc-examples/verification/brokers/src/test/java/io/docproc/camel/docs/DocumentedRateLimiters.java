/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.docs;

import io.docproc.camel.ratelimit.BucketRateLimiter;
import io.docproc.camel.ratelimit.RateLimiter;
import io.github.bucket4j.redis.lettuce.Bucket4jLettuce;
import io.lettuce.core.RedisClient;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.codec.RedisCodec;
import io.lettuce.core.codec.StringCodec;

/** The shared rate limiter for Redis that the documentation links. */
public final class DocumentedRateLimiters {
    private DocumentedRateLimiters() {}

    /** Returns a rate limiter that all nodes share in Redis. */
    public static RateLimiter redis(RedisClient client) {
        var connection = client.connect(RedisCodec.of(StringCodec.UTF8, ByteArrayCodec.INSTANCE));
        return new BucketRateLimiter(Bucket4jLettuce.casBasedBuilder(connection).build(), 10.0, "invoices");
    }
}
