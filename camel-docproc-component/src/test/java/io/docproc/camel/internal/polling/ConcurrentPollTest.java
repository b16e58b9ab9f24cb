/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.polling;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.internal.webhook.TestNode;
import io.docproc.camel.job.JobRepository;
import io.docproc.camel.testkit.Survives;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Tests polls for a job while a callback, a route or another node processes it. */
class ConcurrentPollTest extends OverdueJobPollerFixture {
    @Test
    void aJobWhoseRouteIsRunningIsNotPolled() {
        submit("1");
        routeResult = new CompletableFuture<>();
        clock.advance(POLL_AFTER.plusMillis(1));
        callback("1");

        runAfter(Duration.ofHours(1));

        assertThat(polled).isEmpty();
        assertThat(routed).hasSize(1);
    }

    @Survives(62)
    @Test
    void aCallbackAtAnotherNodeIsProcessedWhileThisOnePolls() {
        submit("1");
        List<TestNode.Routed> routedByOther = new ArrayList<>();
        TestNode other = node(completion -> {
            routedByOther.add(completion);
            return CompletableFuture.completedFuture(true);
        });
        responses.add(() -> {
            assertThat(callback(other, "1")).isCompletedWithValue(true);
            assertThat(routedByOther).hasSize(1);
            return job("in_progress");
        });

        runAfter(POLL_AFTER.plusMillis(1));

        assertThat(polled).hasSize(1);
        assertThat(routed).isEmpty();
        assertThat(jobRepository.size()).isZero();
    }

    @Survives(62)
    @Test
    void aCallbackThatAnotherNodeAcknowledgedIsNotLost() {
        submit("1");
        routeResult = new CompletableFuture<>();
        responses.add(() -> job("completed"));
        responses.add(() -> job("completed"));
        clock.advance(POLL_AFTER.plusMillis(1));
        poller.run();
        TestNode other = node(completion -> {
            throw new AssertionError("the route runs on the first node");
        });
        assertThat(callback(other, "1")).as("acknowledged").isCompletedWithValue(true);

        routeResult.complete(false);
        routeResult = CompletableFuture.completedFuture(true);
        runAfter(Duration.ofSeconds(5));

        assertThat(routed).hasSize(2);
        assertThat(jobRepository.size()).isZero();
    }

    @Test
    void onlyOneOfTwoNodesPollsForAJob() {
        submit("1");
        responses.add(() -> {
            poller(jobRepository).run();
            return job("in_progress");
        });

        runAfter(POLL_AFTER.plusMillis(1));

        assertThat(polled).containsExactly("1");
    }

    @Test
    void aCallbackDuringAPollKeepsItsLease() {
        submit("1");
        routeResult = new CompletableFuture<>();
        responses.add(() -> {
            callback("1");
            return job("in_progress");
        });

        runAfter(POLL_AFTER.plusMillis(1));

        assertThat(node(completion -> null).lease("1")).isEqualTo(JobRepository.LeaseResult.HELD_BY_OTHER);
        routeResult.complete(true);
        assertThat(routed).hasSize(1);
        assertThat(jobRepository.size()).isZero();
    }

    @Test
    void aCallbackDuringAPollRunsTheRouteOnce() {
        submit("1");
        responses.add(() -> {
            callback("1");
            return job("completed");
        });

        runAfter(POLL_AFTER.plusMillis(1));

        assertThat(routed).hasSize(1);
        assertThat(jobRepository.size()).isZero();
    }

    @Test
    void aJobThatAnotherNodeHasLeasedIsNotPolled() {
        submit("1");
        clock.advance(POLL_AFTER.plusMillis(1));
        node(completion -> null).lease("1");

        poller.run();
        assertThat(polled).isEmpty();
        responses.add(() -> job("completed"));
        runAfter(Duration.ofMinutes(5).plusMillis(1));

        assertThat(routed).hasSize(1);
    }
}
