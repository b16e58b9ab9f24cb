/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.result;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.DocprocConstants;
import io.docproc.camel.testkit.CoversFault;
import io.docproc.camel.testkit.MemoryDatabase;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.ServiceDouble;
import io.docproc.camel.testkit.Stubs;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.camel.Exchange;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.spring.spi.SpringTransactionPolicy;
import org.h2.jdbcx.JdbcConnectionPool;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;

/** Transacted routes that are rolled back after the call and run again. */
@Timeout(60)
class RolledBackResultTest {
    private static final int ROLLBACKS = 3;

    @TempDir
    Path directory;

    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    private final AtomicInteger runs = new AtomicInteger();
    private final List<Object> billed = new ArrayList<>();
    private JdbcConnectionPool database;
    private JdbcTemplate rows;

    private enum Store {
        DIRECTORY,
        DATABASE_OF_THE_TRANSACTION
    }

    @BeforeEach
    void bindTransactions() {
        database = JdbcConnectionPool.create(MemoryDatabase.newUrl(), "sa", "");
        rows = new JdbcTemplate(database);
        rows.execute("CREATE TABLE INVOICE (TOTAL VARCHAR(20))");
        SpringTransactionPolicy required = new SpringTransactionPolicy(new DataSourceTransactionManager(database));
        required.setPropagationBehaviorName("PROPAGATION_REQUIRED");
        service.context().getRegistry().bind("required", required);
    }

    @AfterEach
    void closeDatabase() {
        service.context().stop();
        database.dispose();
    }

    @ParameterizedTest
    @EnumSource
    @CoversFault(70)
    void aTransactedRouteRolledBackThreeTimesIsBilledOnce(Store store) throws Exception {
        Replies.configure(
                service,
                docproc -> docproc.setResultRepository(
                        store == Store.DIRECTORY
                                ? new FileResultRepository(directory.resolve("results"))
                                : new JdbcResultRepository(database)));
        service.server().stubFor(Stubs.ok(Replies.EXTRACT_PATH, Replies.EXTRACT));
        service.context().addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:invoices")
                        .transacted("required")
                        .toD("docproc:extract?schema=RAW(" + Replies.SCHEMA + ")")
                        .process(RolledBackResultTest.this::store);
            }
        });

        for (int run = 0; run < ROLLBACKS; run++) {
            assertThat(service.send("direct:invoices", Replies.DOCUMENT).getException())
                    .hasStackTraceContaining("the archive is full");
        }
        service.call("direct:invoices", Replies.DOCUMENT);

        assertThat(service.server().getAllServeEvents()).hasSize(1);
        assertThat(billed).containsExactly(true, false, false, false);
        assertThat(rows.queryForList("SELECT TOTAL FROM INVOICE", String.class)).containsExactly("12.50");
    }

    private void store(Exchange exchange) {
        billed.add(exchange.getMessage().getHeader(DocprocConstants.BILLED));
        rows.update(
                "INSERT INTO INVOICE VALUES (?)",
                exchange.getContext()
                        .resolveLanguage("simple")
                        .createExpression("${body[total]}")
                        .evaluate(exchange, String.class));
        if (runs.incrementAndGet() <= ROLLBACKS) {
            throw new IllegalStateException("the archive is full");
        }
    }
}
