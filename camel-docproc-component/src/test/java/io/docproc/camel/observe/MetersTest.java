/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.docproc.camel.DocprocComponent;
import io.docproc.camel.job.MemoryJobRepository;
import io.docproc.camel.job.SubmittedJob;
import io.docproc.camel.testkit.Calls;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.ServiceDouble;
import io.docproc.camel.testkit.Stubs;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.camel.health.HealthCheckHelper;
import org.apache.camel.impl.DefaultCamelContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Micrometer meters of the component. */
@Timeout(60)
class MetersTest {
    private final MeterRegistry meters = new SimpleMeterRegistry();

    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    private void configure() {
        service.context().getRegistry().bind("anyName", meters);
        Replies.configure(service, component -> {
            component.setRequestsPerSecond(50);
            component.setRateLimitCooldown(3_600_000);
            component.setJobRepository(new MemoryJobRepository());
        });
    }

    @Test
    void callsAreTimedByOperationOutcomeAndCode() {
        configure();
        service.server().stubFor(Stubs.ok(Replies.CROP_PATH, Replies.CROP));
        service.send("docproc:crop", Replies.DOCUMENT);
        service.send("docproc:crop", Replies.DOCUMENT);
        service.send("docproc:crop", "a text");
        service.respondWith("{\"code\":40003,\"msg\":\"no money\"}");
        service.send("docproc:balance", null);

        Timer success = timer("crop", "success", "200");
        assertThat(success.count()).isEqualTo(2);
        assertThat(success.max(TimeUnit.NANOSECONDS)).isPositive();
        assertThat(timer("crop", "refused", "none").count()).isEqualTo(1);
        assertThat(timer("balance", "failed", "40003").count()).isEqualTo(1);
        assertThat(meters.get("docproc.calls").timers()).hasSize(3);
    }

    private Timer timer(String operation, String outcome, String code) {
        return meters.get("docproc.calls")
                .tags("component", "docproc", "operation", operation, "outcome", outcome, "code", code)
                .timer();
    }

    @Test
    void gaugesShowCallsJobsAndCooldown() throws Exception {
        configure();
        service.component().getJobRepository().submitted(new SubmittedJob("j-1", "a.pdf", "/done", Instant.now(), 0));
        service.respondWith("{\"code\":40306,\"msg\":\"too often\"}");
        service.send("docproc:balance", null);
        Calls calls = new Calls(service.context(), "docproc:crop?maxConcurrentRequests=1");
        calls.offer();
        calls.offerInBackground(1);

        await().until(() -> gauge("docproc.calls.waiting") == 1 && gauge("docproc.rate.limit.waiting") == 1);
        assertThat(gauge("docproc.calls.in.flight")).isEqualTo(1);
        assertThat(gauge("docproc.jobs.pending")).isEqualTo(1);
        assertThat(meters.get("docproc.rate.limit.cooldown").timeGauge().value(TimeUnit.SECONDS))
                .isBetween(3500.0, 3600.0);
        service.context().stop();
        calls.awaitDone(2);
    }

    @Test
    void gaugesShowTheLowestBalanceThatTheHealthChecksHaveReadAndTheMinimum() throws Exception {
        service.context().getRegistry().bind("anyName", meters);
        Replies.configure(service, component -> component.getConfiguration().setMinimumBalance(50));
        HealthCheckHelper.getHealthCheckRepository(service.context(), "producers")
                .setEnabled(true);
        service.server().stubFor(Stubs.ok(Replies.BALANCE_PATH, balance("90.50")));
        new Calls(service.context(), "docproc:crop");
        assertThat(gauge("docproc.balance.available")).isNaN();
        assertThat(gauge("docproc.balance.minimum")).isEqualTo(50);

        HealthCheckHelper.invokeReadiness(service.context());
        assertThat(gauge("docproc.balance.available")).isEqualTo(90.5);
        service.server().stubFor(Stubs.ok(Replies.BALANCE_PATH, balance("12.25")));
        new Calls(service.context(), "docproc:crop?appId=another");
        HealthCheckHelper.invokeReadiness(service.context());
        assertThat(gauge("docproc.balance.available")).isEqualTo(12.25);
    }

    private static String balance(String available) {
        return "{\"code\":200,\"msg\":\"success\",\"data\":{\"available_balance\":" + available + "}}";
    }

    private double gauge(String name) {
        return meters.get(name).gauge().value();
    }

    @Test
    void theTimeSpentWaitingForTheRateLimitIsSummed() {
        configure();
        service.server().stubFor(Stubs.ok(Replies.BALANCE_PATH, Replies.BALANCE));
        service.send("docproc:balance", null);
        double before = waitingTime();
        service.send("docproc:balance", null);
        service.send("docproc:balance", null);

        assertThat(waitingTime()).isGreaterThan(before);
    }

    private double waitingTime() {
        return meters.get("docproc.rate.limit.wait").functionCounter().count();
    }

    @Test
    void metersAreRemovedWhenTheComponentStops() {
        configure();
        service.server().stubFor(Stubs.ok(Replies.CROP_PATH, Replies.CROP));
        service.send("docproc:crop", Replies.DOCUMENT);
        assertThat(meters.getMeters()).hasSizeGreaterThan(5);

        service.component().stop();
        assertThat(meters.getMeters()).isEmpty();

        service.component().start();
        assertThat(meters.getMeters())
                .extracting(Meter::getId)
                .extracting(Meter.Id::getName)
                .contains("docproc.calls.in.flight");
    }

    @Test
    void metersOfTwoContextsInOneRegistryAreSeparate() throws Exception {
        configure();
        service.component();
        int own = meters.getMeters().size();
        try (DefaultCamelContext other = new DefaultCamelContext()) {
            other.getRegistry().bind("anyName", meters);
            other.getComponent("docproc", DocprocComponent.class).setJobRepository(new MemoryJobRepository());
            other.start();
            assertThat(meters.getMeters()).hasSize(2 * own);
        }

        assertThat(meters.getMeters())
                .hasSize(own)
                .extracting(meter -> meter.getId().getTag("camelContext"))
                .containsOnly(service.context().getName());
    }

    private static List<Throwable> failures() {
        return List.of(new IllegalStateException("on purpose"), new NoClassDefFoundError("org/HdrHistogram/Recorder"));
    }

    @ParameterizedTest
    @MethodSource("failures")
    void aFailingRegistryDoesNotFailCalls(Throwable failure) {
        configure();
        meters.config().meterFilter(new MeterFilter() {
            @Override
            public Meter.Id map(Meter.Id id) {
                if (failure instanceof Error error) {
                    throw error;
                }
                throw (RuntimeException) failure;
            }
        });
        service.server().stubFor(Stubs.ok(Replies.CROP_PATH, Replies.CROP));
        service.call("docproc:crop", Replies.DOCUMENT);

        assertThat(service.component().status().calls().inFlight()).isZero();
    }

    @Test
    void ofSeveralRegistriesTheOneOfCamelIsUsed() {
        MeterRegistry camelRegistry = new SimpleMeterRegistry();
        service.context().getRegistry().bind("metricsRegistry", camelRegistry);
        configure();
        service.component();

        assertThat(camelRegistry.getMeters()).isNotEmpty();
        assertThat(meters.getMeters()).isEmpty();
    }
}
