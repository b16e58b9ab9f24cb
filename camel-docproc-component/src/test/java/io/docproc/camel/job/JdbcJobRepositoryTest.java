/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.docproc.camel.job.JobRepository.LeaseResult;
import io.docproc.camel.testkit.CoversFault;
import io.docproc.camel.testkit.DatabaseServer;
import io.docproc.camel.testkit.EachStore;
import io.docproc.camel.testkit.ManualClock;
import io.docproc.camel.testkit.MemoryDatabase;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;
import org.springframework.transaction.support.TransactionTemplate;

/** Transactions, tables and purging of the job repository in a database. */
class JdbcJobRepositoryTest {
    private static final Duration A_WEEK = Duration.ofDays(7);

    @TempDir
    Path directory;

    private final JdbcDataSource database = MemoryDatabase.create();
    private final ManualClock clock = new ManualClock();

    private JdbcJobRepository open() {
        return open(database);
    }

    private JdbcJobRepository open(DataSource dataSource) {
        JdbcJobRepository repository = new JdbcJobRepository(dataSource);
        repository.start();
        return repository;
    }

    private SubmittedJob job(String jobId) {
        return new SubmittedJob(jobId, "", "/path", clock.instant(), 0);
    }

    private LeaseResult lease(JobRepository repository, String jobId) {
        Instant now = clock.instant();
        return repository.lease(jobId, "owner", now, now.plusSeconds(1));
    }

    @Test
    void completedJobsArePurgedWhenTheirCallbacksExpireAndOpenJobsNever() {
        JdbcJobRepository repository = open();
        for (String jobId : List.of("first", "second", "forever", "open")) {
            repository.submitted(job(jobId));
        }
        repository.completed("first", clock.instant().plus(A_WEEK));
        repository.completed("second", clock.instant().plus(A_WEEK).plusSeconds(3600));
        repository.completed("forever", Instant.MAX);
        clock.advance(A_WEEK.plusSeconds(60));
        repository.purge(clock.instant());

        assertThat(lease(repository, "first")).isEqualTo(LeaseResult.UNKNOWN);
        assertThat(lease(repository, "second")).isEqualTo(LeaseResult.COMPLETED);

        clock.advance(A_WEEK.multipliedBy(1_000));
        repository.purge(clock.instant());
        assertThat(lease(repository, "second")).isEqualTo(LeaseResult.UNKNOWN);
        assertThat(lease(repository, "forever")).isEqualTo(LeaseResult.COMPLETED);
        assertThat(repository.size()).isEqualTo(1);
    }

    @Test
    @CoversFault(61)
    void aJobWhoseSubmittingThreadIsInterruptedIsStored() {
        JdbcJobRepository repository = open();

        Thread.currentThread().interrupt();
        repository.submitted(job("1"));

        assertThat(Thread.interrupted()).isTrue();
        assertThat(repository.size()).isEqualTo(1);
    }

    @Test
    void aStopClosesAnEmbeddedDatabaseWithItsJobsAndItsUser() throws Exception {
        String url = "jdbc:h2:" + directory.resolve("jobs") + ";WRITE_DELAY=0";
        JdbcJobRepository repository = new JdbcJobRepository(url, "operator", "password");
        repository.start();
        repository.submitted(job("1"));
        assertThatThrownBy(() -> new JdbcJobRepository(url, "operator", "other").start())
                .hasStackTraceContaining("Wrong user name or password");

        repository.stop();

        Path moved = Files.move(directory.resolve("jobs.mv.db"), directory.resolve("moved.mv.db"));
        JdbcJobRepository reopened = new JdbcJobRepository(
                "jdbc:h2:" + directory.resolve("moved") + ";WRITE_DELAY=0", "operator", "password");
        reopened.start();
        assertThat(reopened.find("1")).contains(job("1"));
        reopened.stop();
        assertThat(moved).exists();
    }

    /** Two components or two contexts of a process may have a repository each. */
    @Test
    void aSecondRepositoryOfAProcessKeepsTheLeasesOfTheFirst() throws Exception {
        String url = "jdbc:h2:" + directory.resolve("jobs") + ";WRITE_DELAY=0";
        JdbcJobRepository first = new JdbcJobRepository(url);
        first.start();
        first.submitted(job("1"));
        Instant now = Instant.now();
        first.lease("1", "first", now, now.plus(A_WEEK));

        JdbcJobRepository second = new JdbcJobRepository(url);
        second.start();

        assertThat(second.lease("1", "second", now, now.plus(A_WEEK))).isEqualTo(LeaseResult.HELD_BY_OTHER);
        first.stop();
        second.stop();
        JdbcJobRepository afterAKill = new JdbcJobRepository(url);
        afterAKill.start();
        assertThat(afterAKill.lease("1", "third", now, now.plus(A_WEEK))).isEqualTo(LeaseResult.ACQUIRED);
        afterAKill.stop();
    }

    private static Stream<Arguments> serversAndEnds() {
        return Stream.of(DatabaseServer.values())
                .filter(DatabaseServer::isTested)
                .flatMap(server -> Stream.of(Arguments.of(server, true), Arguments.of(server, false)));
    }

    @Tag(EachStore.TAG)
    @ParameterizedTest
    @MethodSource("serversAndEnds")
    void aTransactionOfTheCallerEndsWithoutTheJobs(DatabaseServer server, boolean commits) {
        DataSource pool = server.newPool();
        JdbcTemplate orders = new JdbcTemplate(pool);
        orders.execute("CREATE TABLE ORDERS (ID INT)");
        DataSource enlisted = new TransactionAwareDataSourceProxy(pool);
        JdbcJobRepository repository = open(enlisted);
        repository.submitted(job("before"));

        new TransactionTemplate(new DataSourceTransactionManager(pool)).executeWithoutResult(transaction -> {
            new JdbcTemplate(enlisted).update("INSERT INTO ORDERS VALUES (1)");
            repository.submitted(job("1"));
            assertThat(lease(repository, "before")).isEqualTo(LeaseResult.ACQUIRED);
            repository.completed("before", clock.instant().plusSeconds(60));
            assertThat(repository.reschedule(
                            job("1"), job("1").polled(clock.instant().plusSeconds(1)), clock.instant()))
                    .isTrue();
            if (!commits) {
                transaction.setRollbackOnly();
            }
        });

        assertThat(orders.queryForObject("SELECT COUNT(*) FROM ORDERS", Integer.class))
                .isEqualTo(commits ? 1 : 0);
        assertThat(repository.find("1").orElseThrow().pollCount()).isEqualTo(1);
        assertThat(lease(repository, "before")).isEqualTo(LeaseResult.COMPLETED);
        repository.stop();
    }
}
