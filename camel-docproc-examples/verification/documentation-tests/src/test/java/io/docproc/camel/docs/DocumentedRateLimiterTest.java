/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.docproc.camel.DocprocComponent;
import io.docproc.camel.ratelimit.JdbcRateLimiter;
import io.docproc.camel.ratelimit.RateLimiter;
import io.docproc.camel.testkit.MemoryDatabase;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Properties;
import org.apache.camel.main.Main;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.JdbcTemplate;

/** Configuration of a shared rate limiter as shown in the documentation. */
final class DocumentedRateLimiterTest {
    @TempDir
    private Path directory;

    private final JdbcDataSource database = MemoryDatabase.create();
    private final Main main = new Main();

    @AfterEach
    void stop() {
        main.stop();
    }

    @Test
    void aPropertySetsTheSharedRateLimiter() throws Exception {
        Properties properties = new Properties();
        properties.load(DocumentedRateLimiterTest.class.getResourceAsStream("/docs/rate-limiter-jdbc.properties"));

        main.bind("dataSource", database);

        assertGrantsPermits(start(properties.getProperty("camel.component.docproc.rate-limiter")));
    }

    @Test
    void propertiesCreateTheDataSource() throws Exception {
        main.setDefaultPropertyPlaceholderLocation("classpath:docs/data-source.properties");
        main.addOverrideProperty("camel.beans.dataSource.jdbcUrl", database.getURL());
        main.addOverrideProperty("camel.beans.dataSource.password", "password");

        assertGrantsPermits(start("#class:" + JdbcRateLimiter.class.getName() + "(#bean:dataSource, 10)"));
        assertThat(main.lookup("dataSource", HikariDataSource.class).getUsername())
                .isEqualTo("documents");
    }

    @Test
    void aYamlBeanUsesATableThatExists() throws Exception {
        new JdbcTemplate(database).execute(resource("/META-INF/docproc/h2/rate-limiter.sql"));
        Path routes = Files.writeString(directory.resolve("rate-limiter.yaml"), resource("/docs/rate-limiter.yaml"));
        main.configure().withRoutesIncludePattern("file:" + routes);
        main.bind("dataSource", database);

        assertGrantsPermits(start("#bean:rateLimiter"));
        assertThat(new JdbcTemplate(database).queryForList("SELECT LIMIT_NAME FROM DOCPROC_RATE_LIMIT", String.class))
                .containsExactlyInAnyOrder("invoices:slots", "invoices:cooldown");
    }

    private RateLimiter start(String limiter) throws Exception {
        main.addInitialProperty("camel.component.docproc.base-url", "https://service.example.com");
        main.addInitialProperty("camel.component.docproc.rate-limiter", limiter);
        main.start();
        return main.getCamelContext()
                .getComponent("docproc", DocprocComponent.class)
                .getRateLimiter();
    }

    private static void assertGrantsPermits(RateLimiter limiter) throws InterruptedException {
        assertThat(limiter).isInstanceOf(JdbcRateLimiter.class);
        assertThat(limiter.requestsPerSecond()).isEqualTo(10);
        assertThat(limiter.acquire(Duration.ofMinutes(1))).isPresent();
    }

    private static String resource(String name) throws IOException {
        return new String(
                DocumentedRateLimiterTest.class.getResourceAsStream(name).readAllBytes(), StandardCharsets.UTF_8);
    }
}
