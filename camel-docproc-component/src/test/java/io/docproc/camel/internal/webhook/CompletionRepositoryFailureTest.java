/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Tests completions while the job repository or the idempotent repository fails. */
class CompletionRepositoryFailureTest extends CompletionDispatcherFixture {
    @Test
    void aFailingJobRepositoryPreventsTheRouteUntilARedelivery() {
        submit("1");
        jobRepository.broken = true;
        assertThatThrownBy(() -> node.dispatcher.offer(completion("1"))).isInstanceOf(IllegalStateException.class);
        assertThat(node.runs).isEmpty();
        assertThat(node.dispatcher.isInFlight("1")).isFalse();

        jobRepository.broken = false;
        CompletableFuture<Boolean> redelivered = node.dispatcher.offer(completion("1"));
        node.succeed();

        assertThat(redelivered).isCompletedWithValue(true);
    }

    @Test
    void aFailingIdempotentRepositoryPreventsTheRoute() {
        submit("1");
        for (String jobId : List.of("1", "unknown")) {
            processed.broken = true;
            assertThatThrownBy(() -> node.dispatcher.offer(completion(jobId)))
                    .isInstanceOf(IllegalStateException.class);

            processed.broken = false;
            CompletableFuture<Boolean> redelivered = node.dispatcher.offer(completion(jobId));
            node.succeed();
            assertThat(redelivered).isCompletedWithValue(true);
        }
        assertThat(node.runs).hasSize(2);
    }

    @Test
    void aSuccessThatCouldNotBeRecordedIsNotRunAgain() {
        submit("1");
        CompletableFuture<Boolean> accepted = node.dispatcher.offer(completion("1"));
        jobRepository.broken = true;
        node.succeed();
        assertThat(accepted).isCompletedWithValue(false);
        jobRepository.broken = false;

        assertThat(node.dispatcher.offer(completion("1"))).isCompletedWithValue(true);
        assertThat(node.runs).hasSize(1);
        assertThat(jobRepository.size()).isZero();
    }

    @Test
    void aFailureThatCouldNotBeRecordedIsRedelivered() {
        Node standalone = new Node(withoutJobRepository().withoutPolling());
        CompletableFuture<Boolean> failed = standalone.dispatcher.offer(completion("1"));
        processed.broken = true;
        standalone.fail();
        assertThat(failed).isCompletedWithValue(false);
        assertThatThrownBy(() -> standalone.dispatcher.offer(completion("1")))
                .isInstanceOf(IllegalStateException.class);
        processed.broken = false;

        CompletableFuture<Boolean> redelivered = standalone.dispatcher.offer(completion("1"));
        standalone.succeed();

        assertThat(redelivered).isCompletedWithValue(true);
        assertThat(standalone.runs).hasSize(2);
    }
}
