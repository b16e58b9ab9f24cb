/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.job.JobRepository.LeaseResult;
import io.docproc.camel.testkit.DatabaseServer;
import io.docproc.camel.testkit.EachStore;
import io.docproc.camel.testkit.WithoutAutoCommit;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;

/** Storage, polling schedule and leases of every job repository. */
class JobRepositoryTest {
    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
    private static final Instant LATER = NOON.plusSeconds(60);
    private static final String PATH = "/docproc/completions";

    @TempDir
    Path directory;

    private JobRepository repository;

    enum Store {
        MEMORY(folder -> new MemoryJobRepository()),
        H2(folder -> new JdbcJobRepository("jdbc:h2:" + folder.resolve("jobs") + ";WRITE_DELAY=0")),
        POSTGRESQL(folder -> new JdbcJobRepository(DatabaseServer.POSTGRESQL.newPool())),
        POSTGRESQL_WITHOUT_AUTOCOMMIT(
                folder -> new JdbcJobRepository(new WithoutAutoCommit(DatabaseServer.POSTGRESQL.newPool()))),
        MARIADB(folder -> new JdbcJobRepository(DatabaseServer.MARIADB.newPool())),
        MARIADB_WITHOUT_AUTOCOMMIT(
                folder -> new JdbcJobRepository(new WithoutAutoCommit(DatabaseServer.MARIADB.newPool())));

        private final Function<Path, JobRepository> open;

        Store(Function<Path, JobRepository> open) {
            this.open = open;
        }
    }

    private void open(Store store, String... jobIds) {
        repository = store.open.apply(directory);
        repository.start();
        for (String jobId : jobIds) {
            repository.submitted(job(jobId));
        }
    }

    @AfterEach
    void close() {
        repository.stop();
    }

    private static SubmittedJob job(String id) {
        return job(id, NOON);
    }

    private static SubmittedJob job(String id, Instant at) {
        return new SubmittedJob(id, "doc of " + id, id + ".pdf", PATH, at);
    }

    private SubmittedJob found(String id) {
        return repository.find(id).orElseThrow();
    }

    private List<String> overdue(Instant now) {
        return repository.overdue(PATH, now, now, 100).stream()
                .map(SubmittedJob::jobId)
                .toList();
    }

    private static final String STRANGE = "März/../1 & \"2\"'; DROP TABLE\n";

    @ParameterizedTest
    @EachStore
    void submittedJobIsStoredWithAllItsValues(Store store) {
        open(store);
        SubmittedJob strange = new SubmittedJob(STRANGE, STRANGE, PATH, NOON, 0);

        repository.submitted(strange);

        assertThat(repository.size()).isEqualTo(1);
        assertThat(repository.overdue(PATH, LATER, LATER, 10)).containsExactly(strange);
    }

    @ParameterizedTest
    @EachStore
    void secondSubmissionChangesNothing(Store store) {
        open(store, "1");
        repository.reschedule(job("1"), job("1").polled(NOON.plusSeconds(1)), NOON);
        repository.submitted(new SubmittedJob("1", "other", "/other", LATER, 9));

        assertThat(repository.size()).isEqualTo(1);
        assertThat(repository.overdue(PATH, LATER, LATER, 10))
                .containsExactly(new SubmittedJob("1", "doc of 1", "1.pdf", PATH, NOON, 1, 0, NOON.plusSeconds(1)));
    }

    @ParameterizedTest
    @EachStore
    void oneNodePollsAJobWhichIsOverdueAfterItsNewWait(Store store) {
        open(store, "1");
        SubmittedJob read = found("1");

        assertThat(repository.reschedule(read, read.polled(LATER), NOON)).isTrue();
        assertThat(repository.reschedule(read, read.polled(LATER.plusSeconds(1)), NOON))
                .as("another node, which read the same")
                .isFalse();
        assertThat(repository.reschedule(found("1"), found("1").polled(LATER.plusSeconds(1)), NOON))
                .isTrue();

        assertThat(overdue(LATER.plusSeconds(1))).isEmpty();
        assertThat(repository.overdue(PATH, LATER.plusSeconds(2), LATER, 10))
                .containsExactly(new SubmittedJob("1", "doc of 1", "1.pdf", PATH, NOON, 2, 0, LATER.plusSeconds(1)));
    }

    @ParameterizedTest
    @EachStore
    void completedJobIsNoLongerPending(Store store) {
        open(store, "1", "2");
        repository.completed("1", LATER);
        repository.completed("1", LATER);
        repository.failed("1", "a", NOON);

        assertThat(repository.size()).isEqualTo(1);
        assertThat(repository.find("1")).isEmpty();
        assertThat(overdue(LATER)).containsExactly("2");
    }

    @ParameterizedTest
    @EachStore
    void jobCompletedBeforeItsSubmissionStaysCompleted(Store store) {
        open(store, "1");
        repository.lease("1", "a", NOON, LATER);
        repository.completed("1", LATER);
        repository.submitted(job("1"));

        assertThat(repository.size()).isZero();
        assertThat(overdue(LATER.plusSeconds(60))).isEmpty();
        assertThat(repository.lease("1", "a", NOON, LATER)).isEqualTo(LeaseResult.COMPLETED);
        assertThat(repository.lease("1", "b", LATER.plusSeconds(60), LATER.plusSeconds(90)))
                .isEqualTo(LeaseResult.COMPLETED);
    }

    @ParameterizedTest
    @EachStore
    void oneOwnerAtATimeHoldsAndExtendsALease(Store store) {
        open(store, "1");

        assertThat(repository.lease("1", "a", NOON, LATER)).isEqualTo(LeaseResult.ACQUIRED);
        assertThat(repository.lease("1", "b", LATER, LATER.plusSeconds(1)))
                .as("up to its last moment")
                .isEqualTo(LeaseResult.HELD_BY_OTHER);
        assertThat(repository.lease("1", "a", LATER, LATER.plusSeconds(60))).isEqualTo(LeaseResult.ACQUIRED);
        assertThat(repository.lease("1", "b", LATER.plusSeconds(30), LATER.plusSeconds(90)))
                .isEqualTo(LeaseResult.HELD_BY_OTHER);
        assertThat(repository.lease("2", "a", NOON, LATER)).isEqualTo(LeaseResult.UNKNOWN);
        assertThat(found("1")).isEqualTo(job("1"));
    }

    @ParameterizedTest
    @EachStore
    void leaseExpires(Store store) {
        open(store, "1");
        repository.lease("1", "a", NOON, LATER);

        assertThat(overdue(LATER)).isEmpty();
        assertThat(overdue(LATER.plusMillis(1))).containsExactly("1");
        assertThat(repository.lease("1", "b", LATER.plusMillis(1), LATER.plusSeconds(60)))
                .isEqualTo(LeaseResult.ACQUIRED);
        assertThat(repository.lease("1", "a", LATER.plusMillis(2), LATER.plusSeconds(60)))
                .isEqualTo(LeaseResult.HELD_BY_OTHER);
    }

    @ParameterizedTest
    @EachStore
    void onlyItsOwnerReleasesALease(Store store) {
        open(store, "1");
        repository.lease("1", "a", NOON, LATER);
        repository.release("1", "b");
        repository.release("2", "a");
        assertThat(repository.lease("1", "b", NOON, LATER)).isEqualTo(LeaseResult.HELD_BY_OTHER);

        repository.release("1", "a");
        assertThat(repository.lease("1", "b", NOON, LATER)).isEqualTo(LeaseResult.ACQUIRED);
    }

    @ParameterizedTest
    @EachStore
    void leasedCompletedOrUnknownJobIsNotPolled(Store store) {
        open(store, "1", "2");
        repository.lease("1", "a", NOON, LATER);
        repository.completed("2", LATER);

        assertThat(repository.reschedule(job("1"), job("1").polled(LATER), LATER))
                .isFalse();
        assertThat(repository.reschedule(job("2"), job("2").polled(LATER), NOON))
                .isFalse();
        assertThat(repository.reschedule(job("3"), job("3").polled(LATER), NOON))
                .isFalse();
        assertThat(repository.reschedule(job("1"), job("1").polled(LATER), LATER.plusMillis(1)))
                .as("after the lease")
                .isTrue();
    }

    @ParameterizedTest
    @EachStore
    void failureOfTheRouteIsCountedAndReleasesTheLease(Store store) {
        open(store, "1");
        repository.lease("1", "a", NOON, LATER);
        repository.failed("1", "b", LATER);
        assertThat(repository.lease("1", "b", NOON, LATER)).isEqualTo(LeaseResult.HELD_BY_OTHER);

        repository.failed("1", "a", NOON.plusSeconds(5));
        assertThat(repository.overdue(PATH, NOON.plusSeconds(6), NOON, 10))
                .containsExactly(new SubmittedJob("1", "doc of 1", "1.pdf", PATH, NOON, 0, 1, NOON.plusSeconds(5)));
        assertThat(repository.lease("1", "b", NOON, LATER)).isEqualTo(LeaseResult.ACQUIRED);
    }

    @ParameterizedTest
    @EachStore
    void oldestJobsOfThePathAreOverdueUpToTheLimit(Store store) {
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

    /** Without a job repository, the consumer of callbacks has such a one, which any sender could fill otherwise. */
    @Test
    void theOldestJobWithoutALeaseIsDeletedFromALimitedRepository() {
        repository = new MemoryJobRepository(3);
        repository.submitted(job("leased"));
        repository.lease("leased", "a", NOON, LATER);
        for (String jobId : List.of("1", "2", "3", "4")) {
            repository.submitted(job(jobId));
            repository.lease(jobId, "a", NOON, LATER);
            repository.failed(jobId, "a", NOON);
        }

        assertThat(repository.size()).isEqualTo(3);
        assertThat(overdue(LATER.plusMillis(1))).containsExactlyInAnyOrder("leased", "3", "4");
        assertThat(repository.find("2")).isEmpty();
    }
}
