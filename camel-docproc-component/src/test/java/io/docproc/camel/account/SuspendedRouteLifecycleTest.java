/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.account;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.docproc.camel.testkit.CapturedLog;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.camel.CamelContext;
import org.apache.camel.Route;
import org.apache.camel.ServiceStatus;
import org.apache.camel.SuspendableService;
import org.apache.camel.impl.engine.DefaultShutdownStrategy;
import org.apache.camel.spi.RouteStartupOrder;
import org.junit.jupiter.api.Test;

/** Start, stop, suspension and resumption of routes during an account error. */
final class SuspendedRouteLifecycleTest extends AccountErrorFixture {
    private static final int DRAIN_TIMEOUT = 30;

    @Test
    void aProbeThatSucceedsWhileTheContextStopsResumesNothing() throws Exception {
        CountDownLatch slow = new CountDownLatch(1);
        startAndSuspendWithAnExchangeInFlight(slow);
        await().until(() -> probes.get() == 1);
        Route route = context.getRoute("slow");
        context.getShutdownStrategy().setTimeout(DRAIN_TIMEOUT);
        Thread stop = new Thread(context::stop);
        try {
            stop.start();
            await().until(context::isStopping);
            probeResults.put(Optional.empty());
            await().until(() -> context.getInflightRepository().size() == 1);
            // Waits for the monitor of the circuit.
            policy.onResume(route);

            assertThat(((SuspendableService) route.getConsumer()).isSuspended()).isTrue();
        } finally {
            slow.countDown();
            stop.join();
        }
    }

    @Test
    void aRouteThatTheProbeResumesWhileItIsBeingSuspendedIsSuspendedAgain() throws Exception {
        context.setShutdownStrategy(new DefaultShutdownStrategy(context) {
            @Override
            public void suspend(CamelContext camel, List<RouteStartupOrder> routes, long timeout, TimeUnit unit)
                    throws Exception {
                super.suspend(camel, routes, timeout, unit);
                probeSucceeds();
                await().until(() -> !SuspendedRouteLifecycleTest.this.isSuspended("work"));
            }
        });
        start("work");
        send("work", "one");
        awaitSuspended("work");
        await().until(() -> probes.get() == 1);

        context.getRouteController().suspendRoute("work");

        assertThat(context.getRouteController().getRouteStatus("work")).isEqualTo(ServiceStatus.Suspended);
        assertThat(isSuspended("work")).isTrue();
    }

    @Test
    void aConsumerThatCannotBeResumedLeavesTheOtherRoutesUnaffected() throws Exception {
        context.addComponent("test", new TestConsumers());
        addRouteFrom("test:fails-to-resume", "first");
        start("work");
        fail("first");
        await().until(() -> probes.get() == 1);
        send("work", "one");
        awaitSuspended("work");

        probeFails(refusal());
        refused = false;
        probeSucceeds();
        send("work", "two");

        await().until(() -> done.contains("two"));
    }

    @Test
    void aConsumerThatCannotBeSuspendedIsReportedWhenTheRouteStarts() throws Exception {
        context.addComponent("test", new TestConsumers());
        addRouteFrom("test:not-suspendable", "reported");
        addRouteFrom("seda:suspendable", "suspendable");
        try (CapturedLog log = new CapturedLog()) {
            context.start();

            assertThat(log.text().lines().filter(line -> line.contains("not Suspendable")))
                    .singleElement()
                    .asString()
                    .contains("WARN", "route reported");
        }
    }

    @Test
    void aRouteThatIsRestartedRunsAndMayBeSuspendedAgain() throws Exception {
        start("work");
        send("work", "one");
        awaitSuspended("work");
        await().until(() -> probes.get() == 1);

        context.getRouteController().stopRoute("work");
        assertThat(context.getInflightRepository().size()).isEqualTo(1);
        context.getRouteController().startRoute("work");
        assertThat(isSuspended("work")).isFalse();
        send("work", "two");
        awaitSuspended("work");
        probeSucceeds();
        assertThat(isSuspended("work")).isTrue();
        refused = false;
        probeSucceeds();

        send("work", "three");
        await().until(() -> done.contains("three"));
    }

    @Test
    void aRouteThatAnOperatorResumesDuringTheOutageIsSuspendedAgain() throws Exception {
        start("work");
        send("work", "one");
        awaitSuspended("work");

        context.getRouteController().suspendRoute("work");
        context.getRouteController().resumeRoute("work");

        awaitSuspended("work");
        assertThat(context.getRouteController().getRouteStatus("work")).isEqualTo(ServiceStatus.Started);
        refused = false;
        probeSucceeds();
        await().until(() -> !isSuspended("work"));
    }

    @Test
    void aRouteThatIsSuspendedWhenTheProbeSucceedsStaysSuspendedUntilItIsResumed() throws Exception {
        start("work");
        send("work", "one");
        awaitSuspended("work");
        await().until(() -> probes.get() == 1);
        context.getRouteController().suspendRoute("work");

        refused = false;
        probeResults.put(Optional.empty());
        await().until(() -> context.getInflightRepository().size() == 0);
        assertThat(isSuspended("work")).isTrue();

        context.getRouteController().resumeRoute("work");
        send("work", "two");
        await().until(() -> done.contains("two"));
    }

    @Test
    void nothingRemainsWhenTheContextStopsDuringAnOutage() throws Exception {
        start("work");
        send("work", "one");
        awaitSuspended("work");
        await().until(() -> probes.get() == 1);
        assertThat(probeThreads()).hasSize(1);

        context.stop();

        await().until(() -> context.getInflightRepository().size() == 0);
        await().until(() -> probeThreads().isEmpty());
    }
}
