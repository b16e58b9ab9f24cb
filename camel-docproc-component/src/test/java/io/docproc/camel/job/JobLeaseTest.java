/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.job.JobRepository.LeaseResult;
import io.docproc.camel.testkit.EachStore;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;

/** Leases of every job repository. */
class JobLeaseTest extends JobRepositoryFixture {
    @ParameterizedTest
    @EachStore(always = "POSTGRESQL")
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
    @EachStore(always = "POSTGRESQL")
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
    @EachStore(always = "POSTGRESQL")
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
    @EachStore(always = "POSTGRESQL")
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
    @EachStore(always = "POSTGRESQL")
    void leasedCompletedOrUnknownJobIsNotPolled(Store store) throws Exception {
        open(store);
        repository.submitted(job("1", NOON));
        repository.submitted(job("2", NOON));
        repository.lease("1", "a", NOON, LATER);
        repository.completed("2", LATER);

        assertThat(repository.reschedule(job("1", NOON), job("1", NOON).polled(LATER), LATER))
                .isFalse();
        assertThat(repository.reschedule(job("2", NOON), job("2", NOON).polled(LATER), NOON))
                .isFalse();
        assertThat(repository.reschedule(job("3", NOON), job("3", NOON).polled(LATER), NOON))
                .isFalse();
        assertThat(repository.reschedule(job("1", NOON), job("1", NOON).polled(LATER), LATER.plusMillis(1)))
                .as("after the lease")
                .isTrue();
    }

    @ParameterizedTest
    @EachStore(always = "POSTGRESQL")
    void jobIsOverdueWhenTheLeaseOfAFailedNodeExpires(Store store) throws Exception {
        open(store);
        repository.submitted(job("1", NOON));
        repository.reschedule(job("1", NOON), job("1", NOON).polled(LATER.plus(Duration.ofHours(1))), NOON);

        repository.lease("1", "a", NOON, LATER);

        assertThat(repository.overdue(PATH, NOON.plusSeconds(1), LATER, 10)).isEmpty();
        assertThat(repository.overdue(PATH, NOON.plusSeconds(1), LATER.plusMillis(1), 10))
                .containsExactly(new SubmittedJob("1", "doc of 1", PATH, NOON, 1));
    }

    @ParameterizedTest
    @EachStore(always = "POSTGRESQL")
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
}
