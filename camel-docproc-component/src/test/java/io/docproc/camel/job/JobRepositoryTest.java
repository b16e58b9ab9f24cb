/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.job.JobRepository.LeaseResult;
import io.docproc.camel.testkit.EachStore;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;

/** Storage and polling schedule of every job repository. */
class JobRepositoryTest extends JobRepositoryFixture {
    private static final String STRANGE = "März/../1 & \"2\"'; DROP TABLE\n";

    @ParameterizedTest
    @EachStore
    void submittedJobIsStoredWithAllItsValues(Store store) throws Exception {
        open(store);
        SubmittedJob strange = new SubmittedJob(STRANGE, STRANGE, PATH, NOON, 0);

        repository.submitted(strange);

        assertThat(repository.size()).isEqualTo(1);
        assertThat(repository.overdue(PATH, LATER, LATER, 10)).containsExactly(strange);
    }

    @ParameterizedTest
    @EachStore
    void secondSubmissionChangesNothing(Store store) throws Exception {
        open(store);
        repository.submitted(job("1", NOON));
        repository.reschedule(job("1", NOON), job("1", NOON).polled(NOON.plusSeconds(1)), NOON);

        repository.submitted(new SubmittedJob("1", "other", "/other", LATER, 9));

        assertThat(repository.size()).isEqualTo(1);
        assertThat(repository.overdue(PATH, LATER, LATER, 10))
                .containsExactly(new SubmittedJob("1", "doc of 1", PATH, NOON, 1, 0, NOON.plusSeconds(1)));
    }

    @ParameterizedTest
    @EachStore
    void rescheduledJobIsOverdueAfterItsNewWait(Store store) throws Exception {
        open(store);
        repository.submitted(job("1", NOON));

        assertThat(repository.reschedule(found("1"), found("1").polled(LATER), NOON))
                .isTrue();
        assertThat(repository.reschedule(found("1"), found("1").polled(LATER.plusSeconds(1)), NOON))
                .isTrue();

        assertThat(overdue(LATER.plusSeconds(1))).isEmpty();
        assertThat(repository.overdue(PATH, LATER.plusSeconds(2), LATER, 10))
                .containsExactly(new SubmittedJob("1", "doc of 1", PATH, NOON, 2, 0, LATER.plusSeconds(1)));
    }

    @ParameterizedTest
    @EachStore
    void aPollThatWasNotMadeCanBeReversed(Store store) throws Exception {
        open(store);
        repository.submitted(job("1", NOON));
        SubmittedJob read = found("1");
        repository.reschedule(read, read.polled(LATER), NOON);

        assertThat(repository.rescheduleAll(Map.of(read.polled(LATER), read), NOON))
                .hasSize(1);

        assertThat(found("1")).isEqualTo(read);
    }

    @ParameterizedTest
    @EachStore
    void oneOfSeveralNodesMayPoll(Store store) throws Exception {
        open(store);
        repository.submitted(job("1", NOON));
        SubmittedJob read = found("1");

        assertThat(repository.reschedule(read, read.polled(LATER), NOON)).isTrue();
        assertThat(repository.reschedule(read, read.polled(LATER.plusSeconds(1)), NOON))
                .isFalse();

        assertThat(found("1").waitingSince()).isEqualTo(LATER);
    }

    @ParameterizedTest
    @EachStore
    void jobsAreRescheduledTogetherUnlessOneIsLeasedPolledOrCompleted(Store store) throws Exception {
        open(store);
        for (String jobId : List.of("b", "a", "leased", "polled", "completed")) {
            repository.submitted(job(jobId, NOON));
        }
        Map<SubmittedJob, SubmittedJob> polls = new LinkedHashMap<>();
        repository.overdue(PATH, LATER, NOON, 10).forEach(job -> polls.put(job, job.polled(LATER)));
        polls.put(job("unknown", NOON), job("unknown", NOON).polled(LATER));
        repository.lease("leased", "node", NOON, LATER);
        repository.reschedule(job("polled", NOON), job("polled", NOON).polled(NOON.plusSeconds(1)), NOON);
        repository.completed("completed", LATER);

        assertThat(repository.rescheduleAll(polls, NOON))
                .extracting(SubmittedJob::jobId)
                .containsExactlyInAnyOrder("a", "b");
        assertThat(repository.rescheduleAll(polls, NOON)).isEmpty();
        assertThat(found("a")).isEqualTo(new SubmittedJob("a", "doc of a", PATH, NOON, 1, 0, LATER));
        assertThat(found("polled").waitingSince()).isEqualTo(NOON.plusSeconds(1));
    }

    @ParameterizedTest
    @EachStore
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
    @EachStore
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
    @EachStore
    void pendingJobIsFoundById(Store store) throws Exception {
        open(store);
        repository.submitted(job("1", NOON));
        repository.lease("1", "a", NOON, LATER);

        assertThat(repository.find("1")).contains(job("1", NOON));
        assertThat(repository.find("2")).isEmpty();
    }

    @ParameterizedTest
    @EachStore
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
