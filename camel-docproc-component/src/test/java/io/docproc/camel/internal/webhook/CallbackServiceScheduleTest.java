/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the schedule of an endpoint: its polls, the extension of its leases, and what continues after a stop. */
class CallbackServiceScheduleTest extends CallbackServiceFixture {
    @ParameterizedTest
    @CsvSource({
        "PT1M,PT1M,20000,5000",
        "PT1H,PT1H,30000,5000",
        "PT0.149S,PT0.2S,50,50",
        "PT0.153S,PT0.204S,51,51",
        "PT90S,PT19S,30000,4750",
        "PT0.001S,PT0.001S,50,50"
    })
    void leasesAndPollsAreScheduledWithinTheirTimeouts(
            Duration leaseTimeout, Duration pollAfter, long leaseInterval, long pollInterval) {
        started(settings().leaseTimeout(leaseTimeout).pollAfter(pollAfter));

        assertThat(schedule.intervals).containsExactly(leaseInterval, pollInterval);
    }

    @Test
    void aJobWithoutCallbackIsPolledAndRunsTheRoute() {
        submit("job-1", "a.pdf");
        started(settings());

        schedule.tasks.get(1).run();

        assertThat(polled).containsExactly("job-1");
        assertThat(routeCallbacks).hasSize(1);
        assertThat(jobRepository.size()).isZero();
    }

    @Test
    void theLeaseOfARunningRouteIsExtended() {
        submit("job-1", "a.pdf");
        routeWaits = true;
        CallbackService service = started(settings().withoutPolling());
        status(service, "a.pdf");
        int before = leases.get();

        assertThat(schedule.tasks).as("the consumer does not poll").hasSize(1);
        schedule.tasks.get(0).run();

        assertThat(leases).hasValue(before + 1);
    }

    @Test
    void theLeaseOfARunningRouteIsExtendedAfterAStop() {
        submit("job-1", "a.pdf");
        routeWaits = true;
        CallbackService service = started(settings());
        status(service, "a.pdf");

        service.stop();
        assertThat(schedule.futures.get(0).isCancelled()).isFalse();
        int before = leases.get();
        schedule.tasks.get(0).run();
        assertThat(leases).hasValue(before + 1);

        service.start();
        assertThat(schedule.schedulers).hasSize(1);
        assertThat(schedule.intervals)
                .as("one task for leases, and one poll task for each start")
                .hasSize(3);
        routeCallbacks.get(0).done(false);
        service.shutdown();
        assertThat(schedule.schedulers.get(0).isShutdown()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aStopEndsPolling(boolean shutDown) {
        CallbackService service = started(settings());

        if (shutDown) {
            service.shutdown();
        } else {
            service.stop();
        }

        assertThat(stops).hasPositiveValue();
        assertThat(schedule.schedulers).hasSize(1);
        assertThat(schedule.schedulers.get(0).isShutdown()).isEqualTo(shutDown);
        assertThat(schedule.futures.get(1).isCancelled()).isTrue();
        submit("job-1", "a.pdf");
        schedule.tasks.get(1).run();
        assertThat(polled).isEmpty();
    }
}
