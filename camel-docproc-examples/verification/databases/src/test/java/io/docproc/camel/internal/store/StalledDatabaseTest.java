/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.docproc.camel.job.JdbcJobRepository;
import io.docproc.camel.job.SubmittedJob;
import io.docproc.camel.result.JdbcResultRepository;
import io.docproc.camel.result.ResultKey;
import io.docproc.camel.testkit.DatabaseServer;
import io.docproc.camel.testkit.StallingProxy;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.ds.PGSimpleDataSource;

/** Repositories whose path to the database carries nothing for 20 seconds and sends no reset. */
@Tag("endurance")
@Timeout(360)
class StalledDatabaseTest {
    private static final Duration OUTAGE = Duration.ofSeconds(20);
    private static final Duration RECOVERY = Duration.ofMinutes(1);
    private static final int THREADS = 20;

    private final AtomicInteger next = new AtomicInteger();
    private volatile boolean ended;

    private static DataSource dataSource(String kind, String url) {
        if (kind.equals("pool")) {
            HikariConfig configuration = new HikariConfig();
            configuration.setJdbcUrl(url);
            return new HikariDataSource(configuration);
        }
        PGSimpleDataSource connections = new PGSimpleDataSource();
        // As docproc-nodes.adoc says: only the driver can limit the reads of a connection that is being opened.
        connections.setURL(url + "&connectTimeout=10&socketTimeout=20");
        return connections;
    }

    /** Stores a job and a result. Returns false if the database has failed. */
    private boolean store(JdbcJobRepository jobs, JdbcResultRepository results) {
        int number = next.getAndIncrement();
        try {
            jobs.submitted(new SubmittedJob("job-" + number, "", "/docproc/completions", Instant.EPOCH, 0));
            ResultKey key = new ResultKey("%064x".formatted(number));
            boolean leased = results.tryLease(key).isPresent();
            results.store(key, new ByteArrayInputStream(new byte[1_000]), 1_000);
            results.releaseLease(key);
            return leased && results.find(key).isPresent();
        } catch (IOException | IllegalStateException e) {
            return false;
        }
    }

    private static List<String> deadReads() {
        return Thread.getAllStackTraces().entrySet().stream()
                .filter(thread -> thread.getKey().getName().contains("docproc ")
                        || thread.getKey().getName().contains("PostgreSQL"))
                .filter(thread -> Arrays.stream(thread.getValue())
                        .anyMatch(frame -> frame.getClassName().equals("sun.nio.ch.NioSocketImpl")))
                .map(thread -> thread.getKey().getName() + " " + Arrays.toString(thread.getValue()))
                .toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"pool", "connections without a pool"})
    void repositoriesWorkAgainWithinAMinuteAndNoThreadWaitsForEver(String kind) throws Exception {
        String server = DatabaseServer.POSTGRESQL.newDatabase();
        URI address = URI.create(server.substring("jdbc:".length()));
        try (StallingProxy path = new StallingProxy(address.getHost(), address.getPort())) {
            String url = server.replace("//" + address.getAuthority(), "//localhost:" + path.port());
            DataSource connections = dataSource(kind, url);
            JdbcJobRepository jobs = new JdbcJobRepository(connections);
            JdbcResultRepository results = new JdbcResultRepository(connections);
            jobs.start();
            results.start();
            AtomicInteger stored = new AtomicInteger();
            List<Thread> routes = new ArrayList<>();
            for (int number = 0; number < THREADS; number++) {
                Thread route = new Thread(() -> {
                    while (!ended) {
                        if (store(jobs, results)) {
                            stored.incrementAndGet();
                        }
                    }
                });
                route.start();
                routes.add(route);
            }
            await().until(() -> stored.get() > 5 * THREADS);

            for (int outage = 1; outage <= 2; outage++) {
                path.stall();
                await().pollDelay(OUTAGE).atMost(OUTAGE.plusSeconds(10)).until(() -> true);
                path.restore();
                int before = stored.get();
                await("outage " + outage).atMost(RECOVERY).until(() -> stored.get() > before + 20 * THREADS);
            }

            ended = true;
            for (Thread route : routes) {
                route.join(RECOVERY.toMillis());
                assertThat(route.isAlive()).isFalse();
            }
            await().atMost(RECOVERY).untilAsserted(() -> assertThat(deadReads()).isEmpty());
            jobs.shutdown();
            results.shutdown();
            if (connections instanceof AutoCloseable pool) {
                pool.close();
            }
        }
    }
}
