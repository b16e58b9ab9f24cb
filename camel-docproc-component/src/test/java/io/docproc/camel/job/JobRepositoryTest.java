/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.job.JobRepository.LeaseResult;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What every job repository does. */
class JobRepositoryTest {
    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
    private static final Instant LATER = NOON.plusSeconds(60);
    private static final String PATH = "/docproc/completions";
    private static final String STRANGE = "März/../1 & \"2\"'; DROP TABLE\n";

    @RegisterExtension
    final PostgresServer postgres = new PostgresServer();

    @TempDir
    Path directory;

    private JobRepository repository;

    /** The stores. */
    enum Store {
        MEMORY(test -> new MemoryJobRepository()),
        FILE(test -> new FileJobRepository(test.directory)),
        JDBC_IN_MEMORY(test -> jdbc("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1")),
        JDBC_WITHOUT_AUTOCOMMIT(test ->
                new JdbcJobRepository(new StrictDataSource("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1"))),
        JDBC_IN_A_FILE(test -> jdbc("jdbc:h2:file:" + test.directory.resolve("jobs") + ";DB_CLOSE_DELAY=1")),
        POSTGRESQL(test -> new JdbcJobRepository(test.postgres.emptyDatabase()));

        private final Opener opener;

        Store(Opener opener) {
            this.opener = opener;
        }
    }

    @FunctionalInterface
    private interface Opener {
        JobRepository open(JobRepositoryTest test) throws SQLException;
    }

    private static JobRepository jdbc(String url) {
        JdbcDataSource dataSource = new JdbcDataSource();
        dataSource.setURL(url);
        return new JdbcJobRepository(dataSource);
    }

    private void open(Store store) throws SQLException {
        repository = store.opener.open(this);
        repository.start();
    }

    @AfterEach
    void close() {
        if (repository != null) {
            repository.stop();
        }
    }

    private static SubmittedJob job(String id, Instant at) {
        return new SubmittedJob(id, "doc of " + id, PATH, at, 0);
    }

    private SubmittedJob found(String id) {
        return repository.find(id).orElseThrow();
    }

    private List<String> overdue(Instant now) {
        return repository.overdue(PATH, now, now, 100).stream()
                .map(SubmittedJob::jobId)
                .toList();
    }

    @ParameterizedTest
    @EnumSource
    void submittedJobIsStoredWithAllItsValues(Store store) throws Exception {
        open(store);
        SubmittedJob strange = new SubmittedJob(STRANGE, STRANGE, PATH, NOON, 0);

        repository.submitted(strange);

        assertThat(repository.size()).isEqualTo(1);
        assertThat(repository.overdue(PATH, LATER, LATER, 10)).containsExactly(strange);
    }

    @ParameterizedTest
    @EnumSource
    void secondSubmissionChangesNothing(Store store) throws Exception {
        open(store);
        repository.submitted(job("1", NOON));
        repository.reschedule(job("1", NOON), NOON, NOON.plusSeconds(1));

        repository.submitted(new SubmittedJob("1", "other", "/other", LATER, 9));

        assertThat(repository.size()).isEqualTo(1);
        assertThat(repository.overdue(PATH, LATER, LATER, 10))
                .containsExactly(new SubmittedJob("1", "doc of 1", PATH, NOON, 1, 0, NOON.plusSeconds(1)));
    }

    @ParameterizedTest
    @EnumSource
    void oneOwnerAtATimeHoldsALease(Store store) throws Exception {
        open(store);
        repository.submitted(job("1", NOON));

        assertThat(repository.lease("1", "a", NOON, LATER)).isEqualTo(LeaseResult.ACQUIRED);
        assertThat(repository.lease("1", "b", NOON, LATER)).isEqualTo(LeaseResult.HELD_BY_OTHER);
        assertThat(repository.lease("1", "b", LATER, LATER.plusSeconds(1)))
                .as("up to its last moment")
                .isEqualTo(LeaseResult.HELD_BY_OTHER);
        assertThat(repository.lease("2", "a", NOON, LATER)).isEqualTo(LeaseResult.UNKNOWN);
    }

    @ParameterizedTest
    @EnumSource
    void leaseExpires(Store store) throws Exception {
        open(store);
        repository.submitted(job("1", NOON));
        repository.lease("1", "a", NOON, LATER);

        assertThat(overdue(LATER)).isEmpty();
        assertThat(overdue(LATER.plusMillis(1))).containsExactly("1");
        assertThat(repository.lease("1", "b", LATER.plusMillis(1), LATER.plusSeconds(60)))
                .isEqualTo(LeaseResult.ACQUIRED);
        assertThat(repository.lease("1", "a", LATER.plusMillis(2), LATER.plusSeconds(60)))
                .isEqualTo(LeaseResult.HELD_BY_OTHER);
    }

    @ParameterizedTest
    @EnumSource
    void ownerExtendsItsLease(Store store) throws Exception {
        open(store);
        repository.submitted(job("1", NOON));
        repository.lease("1", "a", NOON, LATER);

        assertThat(repository.lease("1", "a", NOON.plusSeconds(30), LATER.plusSeconds(60)))
                .isEqualTo(LeaseResult.ACQUIRED);
        assertThat(repository.lease("1", "b", LATER.plusSeconds(30), LATER.plusSeconds(90)))
                .isEqualTo(LeaseResult.HELD_BY_OTHER);
    }

    @ParameterizedTest
    @EnumSource
    void onlyItsOwnerReleasesALease(Store store) throws Exception {
        open(store);
        repository.submitted(job("1", NOON));
        repository.lease("1", "a", NOON, LATER);

        repository.release("1", "b");
        repository.release("2", "a");
        assertThat(repository.lease("1", "b", NOON, LATER)).isEqualTo(LeaseResult.HELD_BY_OTHER);

        repository.release("1", "a");
        assertThat(repository.lease("1", "b", NOON, LATER)).isEqualTo(LeaseResult.ACQUIRED);
    }

    @ParameterizedTest
    @EnumSource
    void rescheduledJobIsOverdueAfterItsNewWait(Store store) throws Exception {
        open(store);
        repository.submitted(job("1", NOON));

        assertThat(repository.reschedule(found("1"), NOON, LATER)).isTrue();
        assertThat(repository.reschedule(found("1"), NOON, LATER.plusSeconds(1)))
                .isTrue();

        assertThat(overdue(LATER.plusSeconds(1))).isEmpty();
        assertThat(repository.overdue(PATH, LATER.plusSeconds(2), LATER, 10))
                .containsExactly(new SubmittedJob("1", "doc of 1", PATH, NOON, 2, 0, LATER.plusSeconds(1)));
    }

    @ParameterizedTest
    @EnumSource
    void oneOfSeveralNodesMayPoll(Store store) throws Exception {
        open(store);
        repository.submitted(job("1", NOON));
        SubmittedJob read = found("1");

        assertThat(repository.reschedule(read, NOON, LATER)).isTrue();
        assertThat(repository.reschedule(read, NOON, LATER.plusSeconds(1))).isFalse();

        assertThat(found("1").waitingSince()).isEqualTo(LATER);
    }

    @ParameterizedTest
    @EnumSource
    void leasedCompletedOrUnknownJobIsNotPolled(Store store) throws Exception {
        open(store);
        repository.submitted(job("1", NOON));
        repository.submitted(job("2", NOON));
        repository.lease("1", "a", NOON, LATER);
        repository.completed("2", LATER);

        assertThat(repository.reschedule(job("1", NOON), LATER, LATER)).isFalse();
        assertThat(repository.reschedule(job("2", NOON), NOON, LATER)).isFalse();
        assertThat(repository.reschedule(job("3", NOON), NOON, LATER)).isFalse();
        assertThat(repository.reschedule(job("1", NOON), LATER.plusMillis(1), LATER))
                .as("after the lease")
                .isTrue();
    }

    @ParameterizedTest
    @EnumSource
    void jobIsOverdueWhenTheLeaseOfAFailedNodeExpires(Store store) throws Exception {
        open(store);
        repository.submitted(job("1", NOON));
        repository.reschedule(job("1", NOON), NOON, LATER.plus(Duration.ofHours(1)));

        repository.lease("1", "a", NOON, LATER);

        assertThat(repository.overdue(PATH, NOON.plusSeconds(1), LATER, 10)).isEmpty();
        assertThat(repository.overdue(PATH, NOON.plusSeconds(1), LATER.plusMillis(1), 10))
                .containsExactly(new SubmittedJob("1", "doc of 1", PATH, NOON, 1));
    }

    @ParameterizedTest
    @EnumSource
    void failureOfTheRouteIsCountedAndReleasesTheLease(Store store) throws Exception {
        open(store);
        repository.submitted(job("1", NOON));
        repository.lease("1", "a", NOON, LATER);

        repository.failed("1", "b", LATER);
        assertThat(repository.lease("1", "b", NOON, LATER)).isEqualTo(LeaseResult.HELD_BY_OTHER);
        repository.failed("1", "a", NOON.plusSeconds(5));

        assertThat(repository.overdue(PATH, NOON.plusSeconds(6), NOON, 10))
                .containsExactly(new SubmittedJob("1", "doc of 1", PATH, NOON, 0, 1, NOON.plusSeconds(5)));
        assertThat(repository.lease("1", "b", NOON, LATER)).isEqualTo(LeaseResult.ACQUIRED);
    }

    @ParameterizedTest
    @EnumSource
    void completedJobIsNoLongerPending(Store store) throws Exception {
        open(store);
        repository.submitted(job("1", NOON));
        repository.submitted(job("2", NOON));

        repository.completed("1", LATER);
        repository.completed("1", LATER);

        repository.failed("1", "a", NOON);
        assertThat(repository.size()).isEqualTo(1);
        assertThat(repository.find("1")).isEmpty();
        assertThat(overdue(LATER)).containsExactly("2");
    }

    @ParameterizedTest
    @EnumSource
    void jobCompletedBeforeItsSubmissionStaysCompleted(Store store) throws Exception {
        open(store);
        repository.submitted(job("1", NOON));
        repository.lease("1", "a", NOON, LATER);
        repository.completed("1", LATER);

        repository.submitted(job("1", NOON));

        assertThat(repository.size()).isZero();
        assertThat(overdue(LATER.plusSeconds(60))).isEmpty();
        assertThat(repository.lease("1", "a", NOON, LATER)).isEqualTo(LeaseResult.COMPLETED);
        assertThat(repository.lease("1", "b", LATER.plusSeconds(60), LATER.plusSeconds(90)))
                .isEqualTo(LeaseResult.COMPLETED);
    }

    @ParameterizedTest
    @EnumSource
    void pendingJobIsFoundById(Store store) throws Exception {
        open(store);
        repository.submitted(job("1", NOON));
        repository.lease("1", "a", NOON, LATER);

        assertThat(repository.find("1")).contains(job("1", NOON));
        assertThat(repository.find("2")).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void oldestJobsOfThePathAreOverdueUpToTheLimit(Store store) throws Exception {
        open(store);
        repository.submitted(job("3", NOON.plusSeconds(3)));
        repository.submitted(job("1", NOON.plusSeconds(1)));
        repository.submitted(job("4", NOON.plusSeconds(4)));
        repository.submitted(job("2", NOON.plusSeconds(2)));
        repository.submitted(new SubmittedJob("5", "", "/other", NOON, 0));

        assertThat(overdue(NOON.plusSeconds(4))).as("4 is not older").containsExactly("1", "2", "3");
        assertThat(repository.overdue(PATH, LATER, LATER, 2))
                .extracting(SubmittedJob::jobId)
                .containsExactly("1", "2");
    }
}
