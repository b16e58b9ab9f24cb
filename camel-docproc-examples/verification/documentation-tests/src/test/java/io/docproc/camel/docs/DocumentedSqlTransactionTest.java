/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.docproc.camel.result.JdbcResultRepository;
import io.docproc.camel.testkit.MemoryDatabase;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.Stubs;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.component.sql.SqlComponent;
import org.apache.camel.spring.spi.SpringTransactionPolicy;
import org.h2.jdbcx.JdbcConnectionPool;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;

/** Runs the transacted SQL route of the guides. */
@Timeout(120)
final class DocumentedSqlTransactionTest extends DocumentedRoutesFixture {
    private static final int ROLLBACKS = 2;

    private final AtomicInteger archived = new AtomicInteger();
    private JdbcConnectionPool database;
    private JdbcTemplate rows;

    @BeforeEach
    void insertDocument() throws Exception {
        database = JdbcConnectionPool.create(MemoryDatabase.newUrl(), "sa", "");
        rows = new JdbcTemplate(database);
        rows.execute("CREATE TABLE INBOX (ID INT, DOCUMENT VARBINARY(10000))");
        rows.execute("CREATE TABLE INVOICE (ID INT, TOTAL DECIMAL(10, 2))");
        rows.update("INSERT INTO INBOX VALUES (7, ?)", (Object) Replies.DOCUMENT);
        SpringTransactionPolicy required = new SpringTransactionPolicy(new DataSourceTransactionManager(database));
        required.setPropagationBehaviorName("PROPAGATION_REQUIRED");
        service.context().getRegistry().bind("required", required);
        SqlComponent sql = new SqlComponent();
        sql.setDataSource(database);
        service.context().addComponent("sql", sql);
        service.server()
                .stubFor(Stubs.ok(
                        Replies.EXTRACT_PATH,
                        "{\"code\":200,\"result\":{\"success_count\":1,\"extracted_schema\":{\"total\":12.50}}}"));
        service.context().addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:archive").errorHandler(noErrorHandler()).process(exchange -> {
                    if (archived.incrementAndGet() <= ROLLBACKS) {
                        throw new IllegalStateException("the archive is full");
                    }
                });
            }
        });
    }

    @AfterEach
    void closeDatabase() {
        service.context().stop();
        database.dispose();
    }

    @ParameterizedTest
    @EachDsl
    void aRolledBackRowIsBilledOnceWithAResultRepository(Dsl dsl) throws Exception {
        Replies.configure(service, docproc -> docproc.setResultRepository(new JdbcResultRepository(database)));

        dsl.load(service.context(), "transaction-sql", new DocumentedGuides.SqlTransaction());
        await().until(() -> rows.queryForList("SELECT ID FROM INBOX").isEmpty());

        assertThat(invoices()).containsExactly("12.50");
        assertThat(service.server().getAllServeEvents()).hasSize(1);
        assertThat(archived).hasValue(1 + ROLLBACKS);
    }

    @Test
    void aRolledBackRowIsBilledOnceInAProcess() throws Exception {
        Dsl.YAML.load(service.context(), "transaction-sql", new DocumentedGuides.SqlTransaction());
        await().until(() -> invoices().size() == 1);

        assertThat(service.server().getAllServeEvents()).hasSize(1);
    }

    private List<String> invoices() {
        return rows.queryForList("SELECT TOTAL FROM INVOICE", String.class);
    }
}
