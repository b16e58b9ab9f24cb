/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.job.JobRepository.LeaseResult;
import io.docproc.camel.testkit.DatabaseServer;
import io.docproc.camel.testkit.EachStore;
import java.time.Instant;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;
import org.springframework.transaction.support.TransactionTemplate;

/** The job repository in a transaction of its caller, which it neither joins nor ends nor waits for. */
@Tag(EachStore.TAG)
@Timeout(120)
class JobTransactionTest {
    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

    private JdbcJobRepository repository;

    @AfterEach
    void stop() {
        repository.stop();
    }

    private void start(DataSource dataSource) {
        repository = new JdbcJobRepository(dataSource);
        repository.start();
        repository.submitted(job("before"));
    }

    private static SubmittedJob job(String jobId) {
        return new SubmittedJob(jobId, "", "/path", NOW, 0);
    }

    /** Uses the repository while the transaction of the caller, which has locked a row of its own, is open. */
    private void useRepository(JdbcTemplate caller) {
        caller.update("INSERT INTO ORDERS VALUES (1)");
        repository.submitted(job("1"));
        repository.submitted(job("2"));
        assertThat(repository.lease("1", "a", NOW, NOW.plusSeconds(60))).isEqualTo(LeaseResult.ACQUIRED);
        repository.completed("1", NOW.plusSeconds(60));
        assertThat(repository.reschedule(job("before"), job("before").polled(NOW.plusSeconds(1)), NOW))
                .isTrue();
        assertThat(repository.reschedule(job("2"), job("2").polled(NOW.plusSeconds(1)), NOW))
                .isTrue();
        repository.purge(NOW);
        assertThat(repository.size()).isEqualTo(2);
    }

    private void assertEnd(End end, JdbcTemplate plain) {
        assertThat(plain.queryForObject("SELECT COUNT(*) FROM ORDERS", Integer.class))
                .as("rows of the caller")
                .isEqualTo(end == End.COMMIT ? 1 : 0);
        assertThat(repository.find("2").orElseThrow().pollCount()).isEqualTo(1);
        assertThat(repository.lease("1", "b", NOW, NOW)).isEqualTo(LeaseResult.COMPLETED);
        assertThat(repository.find("before").orElseThrow().pollCount()).isEqualTo(1);
    }

    /** The end of the caller's transaction. */
    enum End {
        COMMIT,
        ROLLBACK
    }

    private static Stream<Arguments> serversAndEnds() {
        return Stream.of(DatabaseServer.values())
                .filter(DatabaseServer::isTested)
                .flatMap(server -> Stream.of(End.values()).map(end -> Arguments.of(server, end)));
    }

    private static JdbcTemplate createOrders(DataSource dataSource) {
        JdbcTemplate plain = new JdbcTemplate(dataSource);
        plain.execute("CREATE TABLE ORDERS (ID INT)");
        return plain;
    }

    @ParameterizedTest
    @MethodSource("serversAndEnds")
    void springTransactionEndsWithoutTheJobs(DatabaseServer server, End end) {
        DataSource dataSource = server.newPool();
        JdbcTemplate plain = createOrders(dataSource);
        DataSource enlisted = new TransactionAwareDataSourceProxy(dataSource);
        start(enlisted);

        new TransactionTemplate(new DataSourceTransactionManager(dataSource)).executeWithoutResult(transaction -> {
            useRepository(new JdbcTemplate(enlisted));
            if (end == End.ROLLBACK) {
                transaction.setRollbackOnly();
            }
        });

        assertEnd(end, plain);
    }
}
