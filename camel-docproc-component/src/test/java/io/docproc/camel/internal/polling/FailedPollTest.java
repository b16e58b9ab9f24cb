/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.polling;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.error.DocprocException;
import io.docproc.camel.error.DocprocTransportException;
import io.docproc.camel.error.ErrorCode;
import io.docproc.camel.error.ServiceFailure;
import io.docproc.camel.internal.webhook.TestNode;
import io.docproc.camel.job.JobRepository;
import io.docproc.camel.model.ParseJob;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests polls to which the service does not respond with a status: retries, pauses and stops. */
class FailedPollTest extends OverdueJobPollerFixture {
    static List<Failure> failures() {
        return List.of(
                () -> {
                    throw unknownJob();
                },
                () -> {
                    throw new IllegalStateException("a store that fails");
                });
    }

    @ParameterizedTest
    @MethodSource("failures")
    void aFailedPollIsRetriedWithExponentialBackoff(Failure failure) {
        submit("1");
        OverdueJobPoller poller = poller(failing(failure));
        clock.advance(POLL_AFTER.plusMillis(1));
        poller.run();

        clock.advance(POLL_AFTER.minusMillis(1));
        poller.run();
        assertThat(polled).hasSize(1);
        clock.advance(Duration.ofMillis(1));
        poller.run();
        assertThat(polled).hasSize(2);

        clock.advance(POLL_AFTER);
        poller.run();
        assertThat(polled).as("the delay doubles").hasSize(2);
    }

    @Test
    void aPollWithoutResponseIsRetriedWithoutLimit() {
        submit("1");
        DocprocException unreachable = DocprocTransportException.withRetry(
                ServiceFailure.local("parseStatus", 0, "connection refused"), new IOException());
        responses.add(() -> {
            throw unreachable;
        });
        responses.add(() -> {
            throw unreachable;
        });
        responses.add(() -> job("completed"));

        runAfter(POLL_AFTER.plusMillis(1));
        runAfter(CALLBACK_TTL);
        assertThat(routed).isEmpty();
        runAfter(CALLBACK_TTL);

        assertThat(routed).hasSize(1);
    }

    @Test
    void aPollThatAStopAbortsMakesItsJobDueForOtherNodes() {
        submit("1");
        submit("2");
        List<OverdueJobPoller> node = new ArrayList<>();
        JobStatusClient.StatusRequests source = failing(() -> {
            node.get(0).stop();
            throw unknownJob();
        });
        node.add(poller(source));
        clock.advance(POLL_AFTER.plusMillis(1));

        node.get(0).run();

        assertThat(polled).containsExactly("1");
        assertThat(aborts).hasValue(1);
        assertThat(jobRepository.overdue(TestNode.PATH, clock.instant(), clock.instant(), 10))
                .hasSize(2);
        assertThat(node(completion -> null).lease("1")).isEqualTo(JobRepository.LeaseResult.ACQUIRED);
    }

    @Test
    void anInterruptEndsPollingAndIsRestored() {
        submit("1");
        submit("2");
        OverdueJobPoller poller = poller(failing(() -> {
            throw new InterruptedException();
        }));
        clock.advance(POLL_AFTER.plusMillis(1));

        poller.run();

        assertThat(Thread.interrupted()).isTrue();
        assertThat(polled).containsExactly("1");
    }

    @Test
    void anAccountErrorPausesPollingUntilAProbeSucceeds() {
        IntStream.range(0, 1_000).forEach(number -> submit("job-" + number));
        AtomicBoolean accountWorks = new AtomicBoolean();
        OverdueJobPoller poller = poller(jobId -> {
            polled.add(jobId);
            if (accountWorks.get()) {
                return new ParseJob(jobId, null, "in_progress", null, null, Map.of());
            }
            throw ErrorCode.exceptionFor(new ServiceFailure("parseStatus", 40003, "no money", "r-1", 200));
        });
        clock.advance(POLL_AFTER.plusMillis(1));
        List<Integer> minutes = new ArrayList<>();

        for (int minute = 0; minute < 60; minute++) {
            int before = polled.size();
            poller.run();
            if (polled.size() > before) {
                minutes.add(minute);
            }
            clock.advance(Duration.ofMinutes(1));
        }

        assertThat(minutes).containsExactly(0, 1, 3, 7, 15, 25, 35, 45, 55);
        assertThat(polled).as("one poll at a time").hasSize(9);
        accountWorks.set(true);
        clock.advance(Duration.ofMinutes(10));
        poller.run();
        assertThat(polled).hasSizeGreaterThanOrEqualTo(1_000);
    }

    @Test
    void aFailingPollDoesNotDelayOtherJobs() {
        IntStream.range(0, 100).forEach(number -> submit("job-" + number));
        OverdueJobPoller poller = poller(jobId -> {
            polled.add(jobId);
            if (jobId.endsWith("7")) {
                throw ErrorCode.exceptionFor(new ServiceFailure("parseStatus", 500, "no", "r-1", 500));
            }
            return new ParseJob(jobId, null, "in_progress", null, null, Map.of());
        });
        clock.advance(POLL_AFTER.plusMillis(1));

        poller.run();

        assertThat(polled).hasSize(100);
    }

    @Test
    void anUnreachableServiceReceivesTenPollsBeforeAPause() {
        IntStream.range(0, 1_000).forEach(number -> submit("job-" + number));
        OverdueJobPoller poller = poller(failing(() -> {
            throw ErrorCode.exceptionFor(new ServiceFailure("parseStatus", 0, "", "", 502));
        }));
        clock.advance(POLL_AFTER.plusMillis(1));

        poller.run();

        assertThat(polled).hasSize(10);
    }
}
