/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.docs;

import io.docproc.camel.ratelimit.BucketRateLimiter;
import io.docproc.camel.ratelimit.RateLimiter;
import io.github.bucket4j.distributed.jdbc.PrimaryKeyMapper;
import io.github.bucket4j.postgresql.Bucket4jPostgreSQL;
import java.time.Duration;
import javax.sql.DataSource;

/** The shared rate limiter shown in the documentation. */
public final class DocumentedRateLimiters {
    private DocumentedRateLimiters() {}

    /** Returns a rate limiter that all nodes share in a PostgreSQL database. */
    public static RateLimiter postgresql(DataSource dataSource) {
        // tag::postgresql[]
        var buckets = Bucket4jPostgreSQL.selectForUpdateBasedBuilder(dataSource)
                .primaryKeyMapper(PrimaryKeyMapper.STRING)
                .requestTimeout(Duration.ofSeconds(5))
                .build();
        RateLimiter rateLimiter = new BucketRateLimiter(buckets, 10.0, "invoices");
        // end::postgresql[]
        return rateLimiter;
    }
}
