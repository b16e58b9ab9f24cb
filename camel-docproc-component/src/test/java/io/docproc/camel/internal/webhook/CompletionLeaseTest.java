/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.job.JobRepository;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Tests that one node at a time holds the lease of a job, and that leases are extended and released. */
class CompletionLeaseTest extends CompletionDispatcherFixture {
    @Test
    void aPollingNodeAcceptsACompletionLeasedByAnotherNode() {
        Node other = new Node(settings());
        submit("1");
        node.dispatcher.offer(completion("1"));

        assertThat(other.dispatcher.offer(completion("1"))).isCompletedWithValue(true);
        node.succeed();

        assertThat(other.dispatcher.offer(completion("1"))).isCompletedWithValue(true);
        assertThat(other.runs).isEmpty();
        assertThat(node.runs).hasSize(1);
    }

    @Test
    void aNodeWithoutPollingRefusesACompletionLeasedByAnother() {
        Node other = new Node(settings().withoutPolling());
        submit("1");
        node.dispatcher.offer(completion("1"));

        assertThat(other.dispatcher.offer(completion("1"))).isCompletedWithValue(false);
        node.succeed();

        assertThat(other.dispatcher.offer(completion("1"))).isCompletedWithValue(true);
        assertThat(other.runs).isEmpty();
    }

    @Test
    void aNodeProcessesTheJobOfAFailedNode() {
        Node other = new Node(settings());
        submit("1");
        node.dispatcher.offer(completion("1"));

        clock.advance(LEASE.plusMillis(1));
        CompletableFuture<Boolean> processedByOther = other.dispatcher.offer(completion("1"));
        other.succeed();

        assertThat(processedByOther).isCompletedWithValue(true);
        assertThat(other.runs).hasSize(1);
        assertThat(jobRepository.size()).isZero();
    }

    @Test
    void anEarlyCallbackSurvivesTheFailureOfItsNode() {
        Node other = new Node(settings());
        node.dispatcher.offer(completion("1"));
        submit("1");

        clock.advance(LEASE.plusMillis(1));
        other.dispatcher.offer(completion("1"));
        other.succeed();

        assertThat(other.runs).hasSize(1);
        assertThat(jobRepository.size()).isZero();
    }

    @Test
    void theLeaseOfALongRunningRouteIsExtended() {
        Node other = new Node(settings());
        submit("1");
        CompletableFuture<Boolean> accepted = node.dispatcher.offer(completion("1"));

        for (int minute = 0; minute < 60; minute++) {
            clock.advance(Duration.ofMinutes(1));
            node.dispatcher.extendLeases();
        }
        other.dispatcher.offer(completion("1"));
        node.succeed();

        assertThat(other.runs).isEmpty();
        assertThat(accepted).isCompletedWithValue(true);
    }

    @Test
    void aReleasedLeaseIsNotExtended() {
        List<JobRepository.LeaseResult> otherNode = new ArrayList<>();
        JobLeases other = new JobLeases(settings().build(), clock);
        submit("1");
        node.dispatcher.offer(completion("1"));
        jobRepository.afterFailed = () -> {
            node.dispatcher.extendLeases();
            otherNode.add(other.lease("1"));
        };

        node.fail();

        assertThat(otherNode).containsExactly(JobRepository.LeaseResult.ACQUIRED);
    }

    @Test
    void aFailedExtensionIsRetried() {
        Node other = new Node(settings());
        submit("1");
        node.dispatcher.offer(completion("1"));

        jobRepository.broken = true;
        node.dispatcher.extendLeases();
        jobRepository.broken = false;
        clock.advance(LEASE.minusMinutes(1));
        node.dispatcher.extendLeases();
        clock.advance(LEASE.minusMinutes(1));
        other.dispatcher.offer(completion("1"));

        assertThat(other.runs).isEmpty();
    }

    @Test
    void aFailedExtensionDoesNotAffectOtherLeases() {
        JobLeases other = new JobLeases(settings().build(), clock);
        List<String> jobIds = List.of("1", "2", "3");
        jobIds.forEach(this::submit);
        jobIds.forEach(jobId -> node.dispatcher.offer(completion(jobId)));
        clock.advance(LEASE.minusMillis(1));
        jobRepository.brokenJob = "1";
        node.dispatcher.extendLeases();
        clock.advance(Duration.ofMillis(2));

        jobRepository.brokenJob = "";
        assertThat(other.lease("1")).isEqualTo(JobRepository.LeaseResult.ACQUIRED);
        assertThat(other.lease("2")).isEqualTo(JobRepository.LeaseResult.HELD_BY_OTHER);
        assertThat(other.lease("3")).isEqualTo(JobRepository.LeaseResult.HELD_BY_OTHER);
    }
}
