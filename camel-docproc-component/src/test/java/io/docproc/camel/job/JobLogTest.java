/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.job.JobLog.Claim;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What every job log does. */
class JobLogTest {
    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
    private static final Instant LATER = NOON.plusSeconds(60);
    private static final String PATH = "/docproc/completions";
    private static final String STRANGE = "März/../1 & \"2\"'; DROP TABLE\n";

    @TempDir
    Path directory;

    private JobLog log;

    /** The stores. */
    enum Store {
        MEMORY(directory -> new MemoryJobLog()),
        FILE(FileJobLog::new),
        JDBC_IN_MEMORY(directory -> jdbc("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1")),
        JDBC_IN_A_FILE(directory -> jdbc("jdbc:h2:file:" + directory.resolve("jobs") + ";DB_CLOSE_DELAY=1"));

        private final Function<Path, JobLog> open;

        Store(Function<Path, JobLog> open) {
            this.open = open;
        }
    }

    private static JobLog jdbc(String url) {
        JdbcDataSource dataSource = new JdbcDataSource();
        dataSource.setURL(url);
        return new JdbcJobLog(dataSource);
    }

    private void open(Store store) {
        log = store.open.apply(directory);
        log.start();
    }

    @AfterEach
    void close() {
        if (log != null) {
            log.stop();
        }
    }

    private static SubmittedJob job(String id, Instant at) {
        return new SubmittedJob(id, "doc of " + id, PATH, at, 0);
    }

    private List<String> overdue(Instant now) {
        return log.overdue(PATH, now, now, 100).stream()
                .map(SubmittedJob::jobId)
                .toList();
    }

    @ParameterizedTest
    @EnumSource
    void aSubmittedJobIsKnownWithAllThatWasSaidOfIt(Store store) {
        open(store);
        SubmittedJob strange = new SubmittedJob(STRANGE, STRANGE, PATH, NOON, 0);

        log.submitted(strange);

        assertThat(log.size()).isEqualTo(1);
        assertThat(log.overdue(PATH, LATER, LATER, 10)).containsExactly(strange);
    }

    @ParameterizedTest
    @EnumSource
    void aJobThatIsSubmittedTwiceStaysAsItWas(Store store) {
        open(store);
        log.submitted(job("1", NOON));
        log.askAgain("1", "a", LATER);

        log.submitted(new SubmittedJob("1", "other", "/other", LATER, 9));

        assertThat(log.size()).isEqualTo(1);
        assertThat(log.overdue(PATH, LATER, LATER, 10))
                .containsExactly(new SubmittedJob("1", "doc of 1", PATH, NOON, 1));
    }

    @ParameterizedTest
    @EnumSource
    void onlyOneOwnerAtATimeHasAClaim(Store store) {
        open(store);
        log.submitted(job("1", NOON));

        assertThat(log.claim("1", "a", NOON, LATER)).isEqualTo(Claim.TAKEN);
        assertThat(log.claim("1", "b", NOON, LATER)).isEqualTo(Claim.BUSY);
        assertThat(log.claim("1", "b", LATER, LATER.plusSeconds(1)))
                .as("up to its last moment")
                .isEqualTo(Claim.BUSY);
        assertThat(log.claim("2", "a", NOON, LATER)).isEqualTo(Claim.UNKNOWN);
    }

    @ParameterizedTest
    @EnumSource
    void aClaimRunsOut(Store store) {
        open(store);
        log.submitted(job("1", NOON));
        log.claim("1", "a", NOON, LATER);

        assertThat(overdue(LATER)).isEmpty();
        assertThat(overdue(LATER.plusMillis(1))).containsExactly("1");
        assertThat(log.claim("1", "b", LATER.plusMillis(1), LATER.plusSeconds(60)))
                .isEqualTo(Claim.TAKEN);
        assertThat(log.claim("1", "a", LATER.plusMillis(2), LATER.plusSeconds(60)))
                .isEqualTo(Claim.BUSY);
    }

    @ParameterizedTest
    @EnumSource
    void anOwnerExtendsItsClaim(Store store) {
        open(store);
        log.submitted(job("1", NOON));
        log.claim("1", "a", NOON, LATER);

        assertThat(log.claim("1", "a", NOON.plusSeconds(30), LATER.plusSeconds(60)))
                .isEqualTo(Claim.TAKEN);
        assertThat(log.claim("1", "b", LATER.plusSeconds(30), LATER.plusSeconds(90)))
                .isEqualTo(Claim.BUSY);
    }

    @ParameterizedTest
    @EnumSource
    void aReleasedClaimIsFreeAtOnceAndOnlyItsOwnerReleasesIt(Store store) {
        open(store);
        log.submitted(job("1", NOON));
        log.claim("1", "a", NOON, LATER);

        log.release("1", "b");
        log.release("2", "a");
        assertThat(log.claim("1", "b", NOON, LATER)).isEqualTo(Claim.BUSY);

        log.release("1", "a");
        assertThat(log.claim("1", "b", NOON, LATER)).isEqualTo(Claim.TAKEN);
    }

    @ParameterizedTest
    @EnumSource
    void aQuestionThatIsPutOffIsCountedAndFreesTheClaim(Store store) {
        open(store);
        log.submitted(job("1", NOON));
        log.claim("1", "a", NOON, LATER.plus(Duration.ofDays(1)));

        log.askAgain("1", "a", LATER);

        assertThat(overdue(LATER.minusMillis(1))).isEmpty();
        assertThat(log.overdue(PATH, LATER, LATER, 10))
                .containsExactly(new SubmittedJob("1", "doc of 1", PATH, NOON, 1));
    }

    @ParameterizedTest
    @EnumSource
    void aQuestionIsNotPutOffWhereAnotherOwnerHasTheClaim(Store store) {
        open(store);
        log.submitted(job("1", NOON));
        log.claim("1", "a", NOON, LATER);

        log.askAgain("1", "b", NOON);
        log.askAgain("2", "b", NOON);

        assertThat(log.claim("1", "c", NOON, LATER)).isEqualTo(Claim.BUSY);
        assertThat(log.size()).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource
    void aCompletedJobIsForgotten(Store store) {
        open(store);
        log.submitted(job("1", NOON));
        log.submitted(job("2", NOON));

        log.completed("1");
        log.completed("1");

        assertThat(log.size()).isEqualTo(1);
        assertThat(log.claim("1", "a", NOON, LATER)).isEqualTo(Claim.UNKNOWN);
        assertThat(overdue(LATER)).containsExactly("2");
    }

    @ParameterizedTest
    @EnumSource
    void overdueAreTheOldestJobsOfThePathUpToTheLimit(Store store) {
        open(store);
        log.submitted(job("3", NOON.plusSeconds(3)));
        log.submitted(job("1", NOON.plusSeconds(1)));
        log.submitted(job("4", NOON.plusSeconds(4)));
        log.submitted(job("2", NOON.plusSeconds(2)));
        log.submitted(new SubmittedJob("5", "", "/other", NOON, 0));

        assertThat(overdue(NOON.plusSeconds(4))).as("4 is not older").containsExactly("1", "2", "3");
        assertThat(log.overdue(PATH, LATER, LATER, 2))
                .extracting(SubmittedJob::jobId)
                .containsExactly("1", "2");
    }
}
