/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.limits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.github.tomakehurst.wiremock.client.WireMock;
import io.docproc.camel.DocprocComponent;
import io.docproc.camel.error.DocprocException;
import io.docproc.camel.error.DocprocRateLimitException;
import io.docproc.camel.error.DocprocTransportException;
import io.docproc.camel.ratelimit.BucketRateLimiter;
import io.docproc.camel.testkit.Calls;
import io.docproc.camel.testkit.CapturedLog;
import io.docproc.camel.testkit.CoversFault;
import io.docproc.camel.testkit.GatedStream;
import io.docproc.camel.testkit.HeldServer;
import io.docproc.camel.testkit.RawServer;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.ServiceDouble;
import io.docproc.camel.testkit.Stubs;
import java.io.ByteArrayInputStream;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.camel.Exchange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Error 40306 (too many calls): no call is sent until the cooldown is over. */
@Timeout(60)
class RateLimitTest {
    private static final String REFUSED = "{\"code\":40306,\"message\":\"qps limit exceeded\"}";

    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    @Test
    void aCallRejectedByTheComponentUsesNoRateLimitPermit() {
        Replies.configure(service, component -> component.setRequestsPerSecond(0.001));
        service.server().stubFor(Stubs.ok(Replies.CROP_PATH, "{\"code\":200,\"message\":\"ok\",\"result\":{}}"));
        service.send("docproc:crop?output=response", Replies.DOCUMENT);

        DocprocException rejection = Replies.failure(service.send("docproc:crop", "a text"));

        assertThat(rejection.getReason()).contains("String");
        assertThat(service.server().getAllServeEvents()).hasSize(1);
    }

    @ParameterizedTest
    @CoversFault(16)
    @CsvSource(
            delimiter = '|',
            value = {
                "429 | 60 | 10 | 60",
                "503 | 60 | 10 | 60",
                "429 | 5 | 30 | 30",
                "429 | 60 | 0 | 60",
                "429 | soon | 30 | 30",
                "429 | 99999999999999999999 | 10 | 3600",
                "429 | Tue, 31 Dec 2999 23:59:59 GMT | 10 | 3600",
                "503 | Fri, 31 Dec 1999 23:59:59 GMT | 10 | 10",
            })
    void theCooldownIsTheLongerOfTheOptionAndRetryAfter(int status, String retryAfter, int option, int seconds) {
        Replies.configure(service, component -> component.setRateLimitCooldown(option * 1_000L));
        service.server()
                .stubFor(WireMock.any(WireMock.anyUrl())
                        .willReturn(WireMock.aResponse()
                                .withStatus(status)
                                .withHeader("Retry-After", retryAfter)
                                .withBody(REFUSED)));

        Replies.failure(service.send("docproc:crop", Replies.DOCUMENT));

        assertThat(service.meters().cooldown()).isBetween(Duration.ofSeconds(seconds - 4), Duration.ofSeconds(seconds));
    }

    @ParameterizedTest
    @CoversFault(16)
    @CsvSource({"'', false", "60, true"})
    void aServerErrorStartsACooldownOnlyWithRetryAfter(String retryAfter, boolean cooldown) {
        service.server()
                .stubFor(WireMock.any(WireMock.anyUrl())
                        .willReturn(WireMock.aResponse()
                                .withStatus(503)
                                .withHeader("Retry-After", retryAfter)
                                .withBody("<html>")));

        Replies.failure(service.send("docproc:crop", Replies.DOCUMENT));

        assertThat(service.meters().cooldown().isZero()).isEqualTo(!cooldown);
    }

    private static final long HOUR = 3_600_000;

    private DocprocComponent add(String name) {
        return add(name, 0);
    }

    private DocprocComponent add(String name, double requestsPerSecond) {
        DocprocComponent component = new DocprocComponent();
        component.setConfiguration(service.component().getConfiguration().copy());
        component.setRateLimitCooldown(HOUR);
        component.setRequestsPerSecond(requestsPerSecond);
        service.context().addComponent(name, component);
        return component;
    }

    private void startCooldown(String uri) {
        service.respondWith(REFUSED);
        assertThat(Replies.failure(service.send(uri, Replies.DOCUMENT))).isInstanceOf(DocprocRateLimitException.class);
        service.respondWith(Replies.CROP);
        service.server().resetRequests();
    }

    private void assertWaits(String uri) throws Exception {
        new Calls(service.context(), uri).offer();
        await().until(() -> service.meters().waiting() > 0);
        service.assertNothingSent();
    }

    @ParameterizedTest
    @CoversFault(53)
    @CsvSource({"docproc:crop, true", "docproc2:crop?baseUrl=SERVER/proxy, true", "docproc2:crop?appId=another, false"})
    void aCooldownDelaysTheCallsOfAllComponentsOfTheAccount(String uri, boolean waits) throws Exception {
        Replies.configure(service, component -> component.setRateLimitCooldown(HOUR));
        add("docproc2");
        startCooldown("docproc2:crop");

        String call = uri.replace("SERVER", service.server().baseUrl());
        if (waits) {
            assertWaits(call);
        } else {
            service.call(call, Replies.DOCUMENT);
        }
    }

    @Test
    @CoversFault(53)
    void aRestartedComponentContinuesTheCooldown() throws Exception {
        DocprocComponent component = add("docproc2");
        startCooldown("docproc2:crop");
        component.stop();
        component.start();

        assertWaits("docproc2:crop?jpegQuality=90");
    }

    @Test
    void componentsOfAnAccountHaveOneLimit() {
        add("first", 1);
        add("second", 2);
        service.context().getEndpoint("first:crop");

        assertThatThrownBy(() -> service.context().getEndpoint("second:crop"))
                .hasStackTraceContaining("requestsPerSecond=1.0")
                .hasStackTraceContaining("requestsPerSecond=2.0")
                .hasStackTraceContaining("set the same values");
        service.context().getEndpoint("second:crop?appId=another");
    }

    private final CountDownLatch gate = new CountDownLatch(1);

    private Exchange slowDocument(Calls calls) {
        Exchange exchange = calls.exchange();
        exchange.getMessage().setBody(new GatedStream(gate, new ByteArrayInputStream(Replies.DOCUMENT)));
        return exchange;
    }

    @Test
    @CoversFault(50)
    void aSlowDocumentDoesNotViolateTheRateLimit() throws Exception {
        List<Long> arrivals = new CopyOnWriteArrayList<>();
        Replies.configure(service, component -> component.setRequestsPerSecond(1));
        try (RawServer server = new RawServer(connection -> {
            connection.readHead();
            arrivals.add(System.nanoTime());
            gate.countDown();
            connection.awaitClientClose();
        })) {
            service.component().getConfiguration().setCallTimeout(5_000);
            Calls calls = new Calls(service.context(), "docproc:crop?validateInput=false&baseUrl=" + server.url());
            calls.offer(slowDocument(calls));
            calls.offer();
            calls.offer(slowDocument(calls));
            calls.offer();
            await().until(() -> arrivals.size() == 4);
        }

        for (int call = 1; call < arrivals.size(); call++) {
            assertThat(Duration.ofNanos(arrivals.get(call) - arrivals.get(call - 1)))
                    .as("a second, of which a slow machine may take a half to accept the earlier call")
                    .isGreaterThan(Duration.ofMillis(500));
        }
    }

    @Test
    @CoversFault(51)
    void noCallIsSentDuringTheCooldownAndAStopAbortsThem() throws Exception {
        Replies.configure(service, component -> {
            component.setRateLimitCooldown(HOUR);
            component.setRequestsPerSecond(1);
        });
        try (HeldServer server = new HeldServer(REFUSED)) {
            Calls calls = new Calls(service.context(), "docproc:crop?baseUrl=" + server.url());
            calls.offer();
            await().until(() -> server.inFlight() == 1);
            calls.offer(slowDocument(calls));
            calls.offer(slowDocument(calls));
            calls.offer();
            server.release(1);
            calls.awaitDone(1);
            calls.offer();
            gate.countDown();
            await().until(() -> service.meters().waiting() == 4);

            long start = System.nanoTime();
            service.context().stop();
            calls.awaitDone(5);

            assertThat(Duration.ofNanos(System.nanoTime() - start))
                    .as("a second, and what a busy machine adds; the cooldown lasts an hour")
                    .isLessThan(Duration.ofSeconds(30));
            assertThat(server.requests()).isEqualTo(1);
            assertThat(Replies.failure(calls.done().get(0))).isInstanceOf(DocprocRateLimitException.class);
            assertThat(calls.done().subList(1, 5)).allSatisfy(RateLimitTest::assertUnsent);
        }
    }

    private static void assertUnsent(Exchange exchange) {
        assertThat(Replies.failure(exchange)).isInstanceOf(DocprocTransportException.class);
        assertThat(((DocprocTransportException) exchange.getException()).isUnsent())
                .isTrue();
        assertThat(Replies.failure(exchange).isRetryable()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {Replies.PARSE, REFUSED})
    void permitTimeoutLimitsTheWaitForTheRateLimitAndTheCooldown(String response) {
        Replies.configure(service, component -> component.setRequestsPerSecond(0.001));
        service.respondWith(response);
        service.send("docproc:crop", Replies.DOCUMENT);

        Exchange late = service.send("docproc:crop?permitTimeout=200ms", Replies.JPEG);

        assertUnsent(late);
        assertThat(Replies.failure(late)).hasMessageContaining("permitTimeout");
        assertThat(service.server().getAllServeEvents()).hasSize(1);
    }

    private static final String WARNING = "Option requestsPerSecond is not set";

    private String logOf(Consumer<DocprocComponent> settings) {
        try (CapturedLog log = new CapturedLog()) {
            Replies.configure(service, settings);
            service.respondWith(Replies.BALANCE);
            service.send("docproc:balance", null);
            service.send("docproc:crop", Replies.DOCUMENT);
            return log.text();
        }
    }

    @Test
    void anUnsetLimitIsReportedOnce() {
        assertThat(logOf(component -> {}))
                .containsOnlyOnce(WARNING)
                .contains(service.server().baseUrl(), "40306", "the account's console or contract", "0 for no limit")
                .doesNotContain(ServiceDouble.APP_ID, ServiceDouble.SECRET_CODE);
    }

    private static Stream<Arguments> choices() {
        return Stream.of(
                Arguments.of("no limit", (Consumer<DocprocComponent>) component -> component.setRequestsPerSecond(0)),
                Arguments.of("a limit", (Consumer<DocprocComponent>) component -> component.setRequestsPerSecond(50)),
                Arguments.of("a limiter", (Consumer<DocprocComponent>)
                        component -> component.setRateLimiter(new BucketRateLimiter(50))));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("choices")
    void aChoiceIsNotReported(String choice, Consumer<DocprocComponent> settings) {
        assertThat(logOf(settings)).doesNotContain(WARNING);
    }
}
