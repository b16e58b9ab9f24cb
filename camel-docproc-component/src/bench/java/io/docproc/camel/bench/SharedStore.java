/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.bench;

import io.docproc.camel.ratelimit.BucketRateLimiter;
import io.docproc.camel.ratelimit.JdbcRateLimiter;
import io.docproc.camel.ratelimit.RateLimiter;
import io.github.bucket4j.redis.lettuce.Bucket4jLettuce;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.codec.RedisCodec;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.event.command.CommandListener;
import io.lettuce.core.event.command.CommandStartedEvent;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.util.concurrent.atomic.LongAdder;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcConnectionPool;
import org.postgresql.ds.PGConnectionPoolDataSource;

/**
 * Store of a shared rate limit, as a node uses it.
 *
 * @param url URL of the store; {@code local} for a limiter without a store
 * @param roundTrips counts the requests to the store
 */
record SharedStore(String url, LongAdder roundTrips) {
    /** Returns a rate limiter. With a store, all nodes together have this rate. */
    RateLimiter limiter(double requestsPerSecond) {
        if (url.startsWith("jdbc:")) {
            return new JdbcRateLimiter(postgres(), requestsPerSecond);
        }
        return url.startsWith("redis:") ? redis(requestsPerSecond) : new BucketRateLimiter(requestsPerSecond);
    }

    private RateLimiter redis(double requestsPerSecond) {
        RedisClient client = RedisClient.create(url);
        client.addListener(new CommandListener() {
            @Override
            public void commandStarted(CommandStartedEvent event) {
                roundTrips.increment();
            }
        });
        StatefulRedisConnection<String, byte[]> connection =
                client.connect(RedisCodec.of(StringCodec.UTF8, ByteArrayCodec.INSTANCE));
        return new BucketRateLimiter(Bucket4jLettuce.casBasedBuilder(connection).build(), requestsPerSecond, "docproc");
    }

    private DataSource postgres() {
        PGConnectionPoolDataSource pooled = new PGConnectionPoolDataSource();
        pooled.setUrl(url);
        DataSource source = JdbcConnectionPool.create(pooled);
        return counting(DataSource.class, source);
    }

    /** Returns a proxy that counts the executions of statements. Connections commit each statement automatically. */
    private <T> T counting(Class<T> type, T target) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (proxy, method, args) -> {
            if (method.getName().startsWith("execute") || method.getName().equals("commit")) {
                roundTrips.increment();
            }
            try {
                Object result = method.invoke(target, args);
                if (result instanceof Connection connection) {
                    return counting(Connection.class, connection);
                }
                return result instanceof PreparedStatement statement
                        ? counting(PreparedStatement.class, statement)
                        : result;
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        }));
    }
}
