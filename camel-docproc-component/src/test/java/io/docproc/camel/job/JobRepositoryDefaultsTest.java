/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Default methods of {@link JobRepository}. */
final class JobRepositoryDefaultsTest {
    private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");

    private final Map<SubmittedJob, SubmittedJob> polls = new LinkedHashMap<>();

    /** Repository that cannot reschedule the job "broken". */
    private final JobRepository repository = new MemoryJobRepository() {
        @Override
        public boolean reschedule(SubmittedJob job, SubmittedJob next, Instant now) {
            if (job.jobId().equals("broken")) {
                throw new IllegalStateException("the database is gone");
            }
            return !job.jobId().equals("leased");
        }
    };

    private static SubmittedJob job(String jobId) {
        return new SubmittedJob(jobId, "doc", "/path", NOON, 0);
    }

    private void addJobs(String... jobIds) {
        for (String jobId : jobIds) {
            polls.put(job(jobId), job(jobId).polled(NOON.plusSeconds(1)));
        }
    }

    @Test
    void jobsRescheduledBeforeAFailureArePolled() {
        addJobs("1", "leased", "2", "broken", "3");

        assertThat(repository.rescheduleAll(polls, NOON)).containsExactly(job("1"), job("2"));
    }

    @Test
    void aFailureBeforeTheFirstRescheduledJobIsThrown() {
        addJobs("leased", "broken", "1");

        assertThatThrownBy(() -> repository.rescheduleAll(polls, NOON)).hasMessage("the database is gone");
    }
}
