/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.docproc.camel.DocprocComponent;
import io.docproc.camel.job.MemoryJobRepository;
import io.docproc.camel.job.SubmittedJob;
import io.docproc.camel.testkit.Calls;
import io.docproc.camel.testkit.HeldServer;
import io.docproc.camel.testkit.Json;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.ServiceDouble;
import io.docproc.camel.testkit.Stubs;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.lang.management.ManagementFactory;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import javax.management.Attribute;
import javax.management.ObjectName;
import org.apache.camel.console.DevConsole;
import org.apache.camel.console.DevConsole.MediaType;
import org.apache.camel.console.DevConsoleRegistry;
import org.apache.camel.health.HealthCheckHelper;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.util.json.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The state of the component in meters, JMX and the dev console. */
@Timeout(60)
class MetersTest {
    private final MeterRegistry meters = new SimpleMeterRegistry();

    @RegisterExtension
    final ServiceDouble service = new ServiceDouble(DefaultCamelContext::new);

    private void configure() {
        service.context().getRegistry().bind("anyName", meters);
        Replies.configure(service, component -> {
            component.setRequestsPerSecond(50);
            component.setRateLimitCooldown(3_600_000);
            component.setJobRepository(new MemoryJobRepository());
        });
        service.server().stubFor(Stubs.ok(Replies.CROP_PATH, Replies.CROP));
    }

    private Map<String, Object> attributes() throws Exception {
        String[] names = {
            "CallsInFlight",
            "CallsWaiting",
            "CallsSucceeded",
            "CallsFailed",
            "LastError",
            "RateLimitCooldownRemainingMillis",
            "JobsPending",
            "CompletionsProcessed"
        };
        ObjectName component = new ObjectName("org.apache.camel:context="
                + service.context().getManagementName() + ",type=components,name=\"docproc\"");
        return ManagementFactory.getPlatformMBeanServer().getAttributes(component, names).asList().stream()
                .collect(Collectors.toMap(Attribute::getName, Attribute::getValue));
    }

    @Test
    void metersAttributesAndConsoleShowCallsJobsAndTheCooldownWithoutSecrets() throws Exception {
        configure();
        service.component().getJobRepository().submitted(new SubmittedJob("j-1", "a.pdf", "/done", Instant.now(), 0));
        service.send("docproc:crop", Replies.DOCUMENT);
        service.send("docproc:crop", "a text");
        service.respondWith("{\"code\":40306,\"msg\":\"" + ServiceDouble.SECRET_CODE + " calls too often\"}");
        service.send("docproc:balance", null);

        assertThat(timer("crop", "success", "200").count()).isEqualTo(1);
        assertThat(timer("crop", "success", "200").max(TimeUnit.NANOSECONDS)).isPositive();
        assertThat(timer("crop", "refused", "none").count()).isEqualTo(1);
        assertThat(timer("balance", "failed", "40306").count()).isEqualTo(1);
        assertThat(meters.get("docproc.calls").timers()).hasSize(3);

        assertThat(attributes())
                .contains(
                        entry("CallsInFlight", 0),
                        entry("CallsWaiting", 0),
                        entry("CallsSucceeded", 1L),
                        entry("CallsFailed", 2L),
                        entry("JobsPending", 1),
                        entry("CompletionsProcessed", 0L))
                .hasEntrySatisfying("LastError", error -> assertThat((String) error)
                        .contains("Z balance: 40306 xxxxxx calls too often"))
                .hasEntrySatisfying("RateLimitCooldownRemainingMillis", remaining -> assertThat((Long) remaining)
                        .isBetween(3_500_000L, 3_600_000L));

        assertThat((String) console().call(MediaType.TEXT, Map.of()))
                .contains(
                        "docproc:\n", "    callsInFlight: 0\n", "    requestsPerSecond: 50.0\n", "    jobsPending: 1\n")
                .contains("    calls.crop.success.200: 1\n", "    calls.crop.refused.none: 1\n")
                .contains("    calls.balance.failed.40306: 1\n", "    completions.processed: 0\n")
                .containsPattern("    lastError: .*Z balance: 40306 xxxxxx calls")
                .containsPattern("    rateLimitCooldownRemainingMillis: 3[56]\\d{5}\n")
                .doesNotContain(ServiceDouble.SECRET_CODE, "extract");
        String json = ((JsonObject) console().call(MediaType.JSON, Map.of())).toJson();
        JsonNode component = Json.read(json).at("/components/0");
        assertThat(component.get("name").asText()).isEqualTo("docproc");
        assertThat(component.get("jobsPending").intValue()).isEqualTo(1);
        assertThat(component.get("calls.crop.success.200").intValue()).isEqualTo(1);
        assertThat(json).doesNotContain(ServiceDouble.SECRET_CODE);
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
        service.startCooldown();
        Calls calls = new Calls(service.context(), "docproc:crop");
        try (HeldServer server = new HeldServer(Replies.CROP)) {
            Calls sent = new Calls(service.context(), "docproc:crop?baseUrl=" + server.url());
            sent.offer();
            calls.offer(2);

            await().until(() -> gauge("docproc.calls.waiting") == 2 && gauge("docproc.calls.in.flight") == 1);
            server.release(1);
            sent.awaitDone(1);
        }
        assertThat(gauge("docproc.jobs.pending")).isEqualTo(1);
        assertThat(seconds("docproc.rate.limit.cooldown")).isBetween(3500.0, 3600.0);
        service.context().stop();
        calls.awaitDone(2);
    }

    @Test
    void gaugesShowTheLongestOutageAndTheCallsThatWaitForItsEnd() throws Exception {
        configure();
        service.respondWith("{\"code\":40102,\"msg\":\"wrong\"}");
        Calls calls = new Calls(service.context(), "docproc:crop");
        assertThat(seconds("docproc.outage")).isZero();
        calls.offer(3);

        await().until(() -> gauge("docproc.outage.waiting") == 3 && seconds("docproc.outage") > 0);
        assertThat(gauge("docproc.calls.waiting")).isEqualTo(3);
        service.context().stop();
        calls.awaitDone(3);
    }

    private double seconds(String name) {
        return meters.get(name).timeGauge().value(TimeUnit.SECONDS);
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
    void metersAreRemovedWhenTheComponentStops() {
        configure();
        service.send("docproc:crop", Replies.DOCUMENT);
        assertThat(meters.getMeters()).hasSizeGreaterThan(5);
        service.component().stop();
        assertThat(meters.getMeters()).isEmpty();

        service.component().start();
        assertThat(meters.getMeters())
                .extracting(meter -> meter.getId().getName())
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

    private DevConsole console() {
        DevConsoleRegistry registry = DevConsoleRegistry.get(service.context());
        registry.loadDevConsoles();
        return registry.getConsole("docproc").orElseThrow();
    }
}
