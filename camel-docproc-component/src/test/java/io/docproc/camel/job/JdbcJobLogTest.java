/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.ManualClock;
import io.docproc.camel.job.JobLog.Claim;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;

/** What is special about the log in a database. */
class JdbcJobLogTest {
    private static final Duration A_DAY = Duration.ofDays(1);

    private final String url = "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1";
    private final ManualClock clock = new ManualClock();

    private JdbcJobLog open() {
        JdbcDataSource dataSource = new JdbcDataSource();
        dataSource.setURL(url);
        JdbcJobLog log = new JdbcJobLog(dataSource, clock);
        log.start();
        return log;
    }

    private void complete(JobLog log, String jobId) {
        log.submitted(new SubmittedJob(jobId, "", "/path", clock.instant(), 0));
        log.completed(jobId);
    }

    private Claim claim(JobLog log, String jobId) {
        Instant now = clock.instant();
        return log.claim(jobId, "owner", now, now.plusSeconds(1));
    }

    @Test
    void aTableThatIsMadeInATransactionIsThereForTheNextNode() {
        StrictDataSource dataSource = new StrictDataSource(url);
        JdbcJobLog one = new JdbcJobLog(dataSource);
        one.start();
        one.submitted(new SubmittedJob("1", "a.pdf", "/path", clock.instant(), 0));

        JdbcJobLog other = new JdbcJobLog(dataSource);
        other.start();

        assertThat(other.size()).isEqualTo(1);
    }

    @Test
    void thatAJobWasCompletedIsRememberedForADay() {
        JdbcJobLog log = open();
        complete(log, "1");

        clock.advance(A_DAY.minusMinutes(1));
        complete(log, "2");
        assertThat(claim(log, "1")).isEqualTo(Claim.DONE);

        clock.advance(Duration.ofHours(2));
        complete(log, "3");
        assertThat(claim(log, "1")).isEqualTo(Claim.UNKNOWN);
        assertThat(claim(log, "2")).isEqualTo(Claim.DONE);
    }

    @Test
    void whatWasCompletedMoreThanADayAgoIsForgottenAtStart() {
        complete(open(), "1");
        clock.advance(A_DAY.plusMillis(1));

        assertThat(claim(open(), "1")).isEqualTo(Claim.UNKNOWN);
    }

    @Test
    void aJobThatIsWaitedForIsNotForgottenHoweverOldItIs() {
        JdbcJobLog log = open();
        log.submitted(new SubmittedJob("1", "", "/path", clock.instant(), 0));
        clock.advance(A_DAY.multipliedBy(100));

        assertThat(open().size()).isEqualTo(1);
    }
}
