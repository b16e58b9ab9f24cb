/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import io.docproc.camel.DocprocComponent;
import io.docproc.camel.ratelimit.RateLimiter;
import io.docproc.camel.ratelimit.RateLimiterException;
import io.docproc.camel.testkit.DatabaseServer;
import io.docproc.camel.testkit.EachStore;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Properties;
import org.apache.camel.main.Main;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.jdbc.core.JdbcTemplate;

/** A rate limiter that several nodes share in a database, as shown in the documentation. */
@Tag(EachStore.TAG)
@Timeout(120)
final class DocumentedRateLimiterTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final HikariDataSource database = DatabaseServer.POSTGRESQL.newPool();
    private final Main main = new Main();

    DocumentedRateLimiterTest() throws IOException {
        new JdbcTemplate(database).execute(resource("/docs/rate-limiter.sql"));
    }

    @AfterEach
    void stop() {
        main.stop();
        database.close();
    }

    @Test
    void nodesShareTheRate() throws Exception {
        RateLimiter first = DocumentedRateLimiters.postgresql(database);
        RateLimiter second = configured(DocumentedRateLimiters.postgresql(database));
        long start = System.nanoTime();
        for (int call = 0; call < 10; call++) {
            first.acquire(MINUTE).orElseThrow().sent();
            second.acquire(MINUTE).orElseThrow().sent();
        }

        assertThat(Duration.ofNanos(System.nanoTime() - start))
                .as("20 calls at 10 per second")
                .isBetween(Duration.ofMillis(1_900), Duration.ofSeconds(10));
        assertThat(new JdbcTemplate(database).queryForList("SELECT id FROM bucket", String.class))
                .containsExactly("invoices");
    }

    @Test
    void callsFailWithoutTheTable() {
        new JdbcTemplate(database).execute("DROP TABLE bucket");

        assertThatThrownBy(() -> DocumentedRateLimiters.postgresql(database).acquire(MINUTE))
                .isInstanceOf(RateLimiterException.class)
                .hasMessageContaining("bucket")
                .hasMessageContaining("nothing was sent");
    }

    /** Returns the limiter of a component that the documented property configures. */
    private RateLimiter configured(RateLimiter limiter) throws Exception {
        Properties properties = new Properties();
        properties.load(DocumentedRateLimiterTest.class.getResourceAsStream("/docs/rate-limiter.properties"));
        properties.forEach((key, value) -> main.addInitialProperty((String) key, (String) value));
        main.addInitialProperty("camel.component.docproc.base-url", "https://service.example.com");
        main.bind("rateLimiter", limiter);
        main.start();
        RateLimiter configured = main.getCamelContext()
                .getComponent("docproc", DocprocComponent.class)
                .getRateLimiter();
        assertThat(configured).isSameAs(limiter);
        return configured;
    }

    private static String resource(String name) throws IOException {
        return new String(
                DocumentedRateLimiterTest.class.getResourceAsStream(name).readAllBytes(), StandardCharsets.UTF_8);
    }
}
