/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.docproc.camel.DocprocConstants;
import io.docproc.camel.job.MemoryJobRepository;
import io.docproc.camel.model.ParseCompletion;
import io.docproc.camel.result.FileResultRepository;
import io.docproc.camel.testkit.CallbackServer;
import io.docproc.camel.testkit.Calls;
import io.docproc.camel.testkit.HeldServer;
import io.docproc.camel.testkit.Meters;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.ServiceDouble;
import io.docproc.camel.testkit.Stubs;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.config.MeterFilter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.camel.health.HealthCheckHelper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The meters of the component. */
@Timeout(60)
class MetersTest {
    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    @RegisterExtension
    final CallbackServer server = new CallbackServer();

    private long crops(String outcome, String code) {
        return service.meters()
                .calls(
                        "component",
                        "docproc",
                        "operation",
                        "crop",
                        "outcome",
                        outcome,
                        "code",
                        code,
                        "routeId",
                        "none");
    }

    @Test
    void callsAreCountedByOutcomeAndCode(@TempDir Path folder) {
        Replies.configure(
                service, component -> component.setResultRepository(new FileResultRepository(folder.toString())));
        service.respondWith(Replies.CROP_PATH, Replies.CROP);
        service.call("docproc:crop");
        service.call("docproc:crop");
        service.send("docproc:crop", "a text");
        service.send("docproc:crop", new byte[0]);
        service.send("docproc:crop", Replies.DOCUMENT, Map.of(DocprocConstants.JPEG_QUALITY, 1000));
        service.respondWith(Replies.CROP_PATH, "{\"code\":40301,\"message\":\"a type\"}");
        service.send("docproc:crop?jpegQuality=1");
        service.respondWith(Replies.CROP_PATH, "{\"code\":90000,\"message\":\"new\"}");
        service.send("docproc:crop?jpegQuality=2");
        service.server().stubFor(Stubs.status(Replies.CROP_PATH, 502, "<html>bad gateway</html>"));
        service.send("docproc:crop?jpegQuality=3");

        assertThat(crops("billed", "200")).isEqualTo(1);
        assertThat(crops("stored", "200")).isEqualTo(1);
        assertThat(crops("refused", "40004")).isEqualTo(1);
        assertThat(crops("refused", "40305")).isEqualTo(1);
        assertThat(crops("refused", "none")).isEqualTo(1);
        assertThat(crops("failed", "40301")).isEqualTo(1);
        assertThat(crops("failed", "other")).isEqualTo(1);
        assertThat(crops("unanswered", "http-502")).isEqualTo(1);
        assertThat(service.meters().calls()).isEqualTo(8);
        assertThat(service.meters()
                        .registry()
                        .get("docproc.calls")
                        .tag("outcome", "billed")
                        .timer()
                        .max(TimeUnit.NANOSECONDS))
                .isPositive();
        assertThat(service.meters().gauge("docproc.calls.in.flight")).isZero();
    }

    @Test
    void callsThatWaitForAPermitAreCountedAndThenUnsentAfterAnInterrupt() throws Exception {
        Replies.configure(service, component -> component.getConfiguration().setMaxConcurrentRequests(1));
        try (HeldServer server = new HeldServer(Replies.CROP)) {
            Calls calls = new Calls(service.context(), "docproc:crop?baseUrl=" + server.url());
            calls.offer();
            await().until(() -> service.meters().gauge("docproc.calls.in.flight") == 1);
            Thread second = calls.offer();
            await().until(() -> waiting("permit") == 1);
            second.interrupt();
            calls.awaitDone(1);
            assertThat(service.meters().waiting()).isZero();
            server.release(1);
            calls.awaitDone(2);
        }
        assertThat(crops("unsent", "none")).isEqualTo(1);
        assertThat(crops("billed", "200")).isEqualTo(1);
    }

    @Test
    void callsThatWaitForTheRateAndTheCooldownAreShown() throws Exception {
        Replies.configure(service, component -> component.setRateLimitCooldown(3_600_000));
        service.startCooldown();
        Calls calls = new Calls(service.context(), "docproc:crop");
        calls.offer(2);

        await().until(() -> waiting("rate") == 2);
        assertThat(service.meters().cooldown()).isBetween(Duration.ofMinutes(50), Duration.ofMinutes(60));
        service.context().stop();
        calls.awaitDone(2);
    }

    @Test
    void theLongestOutageAndTheCallsThatWaitForItsEndAreShown() throws Exception {
        service.respondWith("{\"code\":40102,\"msg\":\"wrong\"}");
        Calls calls = new Calls(service.context(), "docproc:crop");
        assertThat(service.meters().isOutage()).isFalse();
        calls.offer(3);

        await().until(() -> waiting("outage") == 3 && service.meters().isOutage());
        assertThat(service.meters().calls("outcome", "failed", "code", "40102"))
                .as("each attempt")
                .isPositive();
        service.context().stop();
        calls.awaitDone(3);
    }

    private double waiting(String reason) {
        return service.meters().gauge("docproc.calls.waiting", "reason", reason);
    }

    @Test
    void theBalanceThatTheHealthCheckHasReadIsShownWithItsMinimum() {
        Replies.configure(service, component -> component.getConfiguration().setMinimumBalance(50));
        HealthCheckHelper.getHealthCheckRepository(service.context(), "producers")
                .setEnabled(true);
        service.context().getEndpoint("docproc:crop");
        service.respondWith("{\"code\":200,\"msg\":\"success\",\"data\":{\"available_balance\":90.50}}");
        assertThat(service.meters().gauge("docproc.balance.available")).isNaN();
        assertThat(service.meters().gauge("docproc.balance.minimum")).isEqualTo(50);

        HealthCheckHelper.invokeReadiness(service.context());
        await().until(() -> service.meters().gauge("docproc.balance.available") == 90.5);
    }

    @Test
    void metersAreRemovedWhenTheComponentStops() {
        MeterRegistry meters = service.meters().registry();
        service.respondWith(Replies.CROP);
        service.call("docproc:crop");
        assertThat(meters.getMeters()).hasSizeGreaterThan(5);
        service.component().stop();
        assertThat(meters.getMeters()).isEmpty();

        service.component().start();
        assertThat(meters.getMeters())
                .extracting(meter -> meter.getId().getName())
                .contains("docproc.calls.in.flight");
    }

    @Test
    void aFailingRegistryDoesNotFailCalls() {
        service.meters().registry().config().meterFilter(new MeterFilter() {
            @Override
            public Meter.Id map(Meter.Id id) {
                throw new IllegalStateException("on purpose");
            }
        });
        service.respondWith(Replies.CROP);
        service.call("docproc:crop");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void completionsAreCountedByOutcome(boolean withJobRepository) throws Exception {
        Meters.bind(server.context());
        if (withJobRepository) {
            server.component().setJobRepository(new MemoryJobRepository());
        }
        server.run("docproc:webhook", exchange -> {
            if (exchange.getMessage().getBody(ParseCompletion.class).jobId().startsWith("bad")) {
                throw new IllegalStateException("on purpose");
            }
        });
        for (String job : List.of("good-1", "good-2", "good-1", "bad-1")) {
            server.post(server.signed("a"), CallbackServer.completed(job));
        }
        server.post(server.address(), CallbackServer.completed("good-3"));
        server.post(server.signed("d"), "not json");

        Map.of("processed", 2, "duplicate", 1, "failed", 1, "refused", 2)
                .forEach((outcome, count) -> assertThat(Meters.of(server.context())
                                .registry()
                                .get("docproc.completions")
                                .tag("outcome", outcome)
                                .counter()
                                .count())
                        .as(outcome)
                        .isEqualTo(count.doubleValue()));
    }
}
