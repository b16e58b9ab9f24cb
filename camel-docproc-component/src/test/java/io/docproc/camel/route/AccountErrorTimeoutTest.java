/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.route;

import static com.github.tomakehurst.wiremock.client.WireMock.equalTo;
import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static com.github.tomakehurst.wiremock.client.WireMock.okJson;
import static com.github.tomakehurst.wiremock.client.WireMock.urlPathEqualTo;
import static com.github.tomakehurst.wiremock.client.WireMock.urlPathMatching;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.github.tomakehurst.wiremock.stubbing.Scenario;
import com.github.tomakehurst.wiremock.stubbing.ServeEvent;
import io.docproc.camel.DocprocComponent;
import io.docproc.camel.error.DocprocAuthenticationException;
import io.docproc.camel.error.DocprocBalanceException;
import io.docproc.camel.error.DocprocException;
import io.docproc.camel.error.DocprocRateLimitException;
import io.docproc.camel.error.DocprocServiceNotEnabledException;
import io.docproc.camel.error.DocprocTransportException;
import io.docproc.camel.job.MemoryJobRepository;
import io.docproc.camel.job.SubmittedJob;
import io.docproc.camel.testkit.Calls;
import io.docproc.camel.testkit.CapturedLog;
import io.docproc.camel.testkit.CoversFault;
import io.docproc.camel.testkit.FreePort;
import io.docproc.camel.testkit.RawServer;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.ServiceDouble;
import io.docproc.camel.testkit.Stubs;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.ByteArrayInputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.camel.Exchange;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.health.HealthCheck;
import org.apache.camel.health.HealthCheckHelper;
import org.apache.camel.health.HealthCheckRegistry;
import org.apache.camel.support.SynchronizationAdapter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Calls that wait out an account error: option {@code accountErrorTimeout}. */
@Timeout(60)
class AccountErrorTimeoutTest {
    private static final String PACKAGES_PATH = "/user/finance/package";
    private static final long INTERVAL = 100;

    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    private final List<Exchange> done = new CopyOnWriteArrayList<>();

    private void configure(Consumer<DocprocComponent> settings) {
        Replies.configure(service, component -> {
            component.setAccountCheckInterval(INTERVAL);
            component.setAccountErrorTimeout(3_600_000);
            component.getConfiguration().setHealthCheckInterval(1);
            settings.accept(component);
        });
    }

    private void respond(String path, String json) {
        service.server().stubFor(Stubs.ok(path, json));
    }

    private static String error(int code) {
        return "{\"code\":" + code + ",\"message\":\"refused\",\"x_request_id\":\"r-9\"}";
    }

    private void balance(String amount) {
        respond(Replies.BALANCE_PATH, "{\"code\":200,\"data\":{\"available_balance\":" + amount + "}}");
    }

    private void packages(String list) {
        respond(PACKAGES_PATH, "{\"code\":200,\"data\":{\"list\":[" + list + "]}}");
    }

    /** Responses of an account without balance and packages. */
    private void refuse(int code) {
        respond(Replies.CROP_PATH, error(code));
        balance("0");
        packages("");
    }

    private List<ServeEvent> requests(String path) {
        return service.server().getAllServeEvents().stream()
                .filter(event -> event.getRequest().getUrl().startsWith(path))
                .toList();
    }

    private int calls() {
        return requests(Replies.CROP_PATH).size();
    }

    private void awaitChecks() {
        int before = requests(Replies.BALANCE_PATH).size();
        await().until(() -> requests(Replies.BALANCE_PATH).size() >= before + 2);
    }

    private int waiting() {
        return service.component().status().accountErrors().callsWaiting();
    }

    private void route(String from, String to) throws Exception {
        service.context().addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from(from)
                        .routeId("in")
                        .process(exchange -> exchange.getExchangeExtension()
                                .addOnCompletion(new SynchronizationAdapter() {
                                    @Override
                                    public void onDone(Exchange completed) {
                                        done.add(completed);
                                    }
                                }))
                        .process(exchange -> {
                            if (to.contains("transacted")) {
                                exchange.getUnitOfWork().beginTransactedBy(exchange);
                            }
                        })
                        .to(to.replace("transacted", ""));
            }
        });
    }

    private void send(int documents) {
        for (int i = 0; i < documents; i++) {
            service.context().createProducerTemplate().sendBody("seda:in", Replies.DOCUMENT);
        }
    }

    private void assertUnsent(Exchange exchange) {
        DocprocException failure = Replies.failure(exchange);
        assertThat((Throwable) failure).isInstanceOf(DocprocTransportException.class);
        assertThat(((DocprocTransportException) failure).isUnsent()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "docproc:crop",
                "docproc:crop?synchronous=true",
                "docproc:crop?maxConcurrentRequests=2",
                "docproc:crop?permitTimeout=50ms",
                "docproc:crop?transacted"
            })
    @CoversFault({55, 74})
    void callsWaitUntilTheAccountWorks(String uri) throws Exception {
        configure(component -> component.getConfiguration().setMaxWaitingRequests(uri.contains("=2") ? 9 : 0));
        refuse(40003);
        route("seda:in?concurrentConsumers=5", uri);
        send(1);
        await().until(() -> waiting() == 1);
        send(4);
        await().until(() -> waiting() == 5);
        awaitChecks();
        assertThat(calls()).as("no trial without balance").isEqualTo(1);

        balance("5");
        await().until(() -> calls() >= 4);
        assertThat(done).isEmpty();
        respond(Replies.CROP_PATH, Replies.CROP);
        await().until(() -> done.size() == 5);

        assertThat(done).allSatisfy(exchange -> assertThatCode(() -> {
                    if (exchange.getException() != null) {
                        throw exchange.getException();
                    }
                })
                .doesNotThrowAnyException());
        assertThat(waiting()).isZero();
        assertThat(service.component().status().calls().inFlight()).isZero();
        assertThat(service.component().status().calls().waiting()).isZero();
    }

    @Test
    @CoversFault({55, 74})
    void oneCallIsSentPerCheckInterval() throws Exception {
        configure(component -> component.setAccountCheckInterval(300));
        refuse(40102);
        route("seda:in?concurrentConsumers=9", "docproc:crop");
        send(1);
        await().until(() -> waiting() == 1);
        send(8);
        await().until(() -> calls() >= 4);

        List<Long> times = requests(Replies.CROP_PATH).stream()
                .map(event -> event.getRequest().getLoggedDate().getTime())
                .sorted()
                .toList();
        for (int call = 1; call < times.size(); call++) {
            assertThat(times.get(call) - times.get(call - 1)).isGreaterThanOrEqualTo(299);
        }
        assertThat(requests(Replies.BALANCE_PATH)).hasSizeGreaterThanOrEqualTo(3);
        respond(Replies.CROP_PATH, Replies.CROP);
        await().until(() -> done.size() == 9);
    }

    @Test
    void callsThatWaitForTheRateLimitAreNotSentAfterAnAccountError() throws Exception {
        configure(component -> {
            component.setRequestsPerSecond(1);
            component.setAccountCheckInterval(3_600_000);
        });
        refuse(40102);
        route("seda:in?concurrentConsumers=5", "docproc:crop");
        send(5);
        await().until(() -> waiting() == 5);
        assertThat(calls()).isLessThan(3);
    }

    @Test
    void aRateLimitErrorStartsNoWait() throws Exception {
        configure(component -> {});
        refuse(40306);
        route("seda:in", "docproc:crop");
        send(1);
        await().until(() -> done.size() == 1);
        assertThat(done.get(0).getException()).isInstanceOf(DocprocRateLimitException.class);
        assertThat(calls()).isEqualTo(1);
    }

    @Test
    void aPackageWithCallsLeftIsEnoughForTheTrial() throws Exception {
        configure(component -> {});
        refuse(40003);
        packages("{\"id\":1,\"remain_count\":0},{\"id\":2,\"remain_count\":5,\"end_time\":\"2020-01-01 00:00:00\"}");
        route("seda:in", "docproc:crop");
        send(1);
        awaitChecks();
        assertThat(calls()).isEqualTo(1);
        respond(Replies.CROP_PATH, Replies.CROP);
        awaitChecks();
        assertThat(done).isEmpty();
        service.server()
                .stubFor(get(urlPathEqualTo(PACKAGES_PATH))
                        .withQueryParam("api_path", equalTo(Replies.CROP_PATH))
                        .willReturn(okJson("{\"code\":200,\"data\":{\"list\":[{\"id\":3,\"remain_count\":5}]}}")));
        await().until(() -> done.size() == 1);
        assertThat(done.get(0).getException()).isNull();
    }

    @Test
    void noTrialIsSentWhileTheBalanceRequestIsRefused() throws Exception {
        configure(component -> {});
        refuse(40102);
        respond(Replies.BALANCE_PATH, error(40102));
        route("seda:in", "docproc:crop");
        send(1);
        awaitChecks();
        assertThat(calls()).isEqualTo(1);
        respond(Replies.CROP_PATH, Replies.CROP);
        balance("0");
        await().until(() -> done.size() == 1);
        assertThat(done.get(0).getException()).isNull();
    }

    @Test
    void afterTheTimeoutTheAccountErrorIsThrown() throws Exception {
        configure(component -> {
            component.setAccountErrorTimeout(300);
            component.setAccountCheckInterval(3_600_000);
        });
        refuse(40003);
        DocprocBalanceException refused =
                service.failure(DocprocBalanceException.class, "docproc:crop", Replies.DOCUMENT);
        DocprocBalanceException unsent =
                service.failure(DocprocBalanceException.class, "docproc:crop", Replies.DOCUMENT);

        assertThat(refused.getRequestId()).isEqualTo("r-9");
        assertThat((Throwable) unsent)
                .hasMessageContaining("nothing was sent, because the service has refused calls of the account since")
                .hasMessageContaining("(refused)")
                .hasMessageContaining("recharge the account");
        assertThat(unsent.getCode()).isEqualTo(40003);
        assertThat(calls()).isEqualTo(1);
    }

    @Test
    void withoutTheOptionTheAccountErrorIsThrownAtOnce() {
        refuse(40003);
        service.failure(DocprocBalanceException.class, "docproc:crop", Replies.DOCUMENT);
        service.failure(DocprocBalanceException.class, "docproc:crop", Replies.DOCUMENT);
        assertThat(calls()).isEqualTo(2);
        assertThat(requests(Replies.BALANCE_PATH)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"docproc:crop", "docproc:crop?synchronous=true"})
    void aStopLeavesTheFilesInTheirFolder(String uri, @TempDir Path inbox) throws Exception {
        configure(component -> component.setAccountCheckInterval(3_600_000));
        refuse(40003);
        for (int file = 0; file < 3; file++) {
            Files.write(inbox.resolve(file + ".pdf"), Replies.DOCUMENT);
        }
        route("file:" + inbox + "?readLock=none", uri);
        await().until(() -> waiting() > 0);
        long start = System.nanoTime();
        service.context().stop();

        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(30));
        try (Stream<Path> files = Files.list(inbox)) {
            assertThat(files.filter(file -> file.toString().endsWith(".pdf"))).hasSize(3);
        }
        assertThat(done).isNotEmpty().allSatisfy(this::assertUnsent);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void theStopOrSuspensionOfARouteEndsItsWaits(boolean stop, @TempDir Path inbox) throws Exception {
        configure(component -> component.setAccountCheckInterval(3_600_000));
        refuse(40003);
        Path file = Files.write(inbox.resolve("a.pdf"), Replies.DOCUMENT);
        route("file:" + inbox + "?readLock=none", "docproc:crop");
        await().until(() -> waiting() == 1);
        if (stop) {
            service.context().getRouteController().stopRoute("in");
        } else {
            service.context().getRouteController().suspendRoute("in");
        }
        // Camel does not count an exchange any longer when it runs its completions.
        await().until(() -> done.size() == 1);
        assertThat(done).allSatisfy(this::assertUnsent);
        assertThat(file).exists();
    }

    @Test
    void theStopOfARouteEndsTheWaitsOfQueuedMessages() throws Exception {
        configure(component -> component.setAccountCheckInterval(3_600_000));
        refuse(40003);
        route("seda:in", "docproc:crop?synchronous=true");
        send(3);
        await().until(() -> waiting() == 1);
        service.context().getRouteController().stopRoute("in");
        await().until(() -> done.size() == 3);
        assertThat(done).allSatisfy(this::assertUnsent);
        assertThat(calls()).isEqualTo(1);
    }

    @Test
    void aStopEndsACheckWithoutResponse() throws Exception {
        try (RawServer server = new RawServer(connection -> {
            if (connection.readRequest().contains(Replies.CROP_PATH)) {
                connection.respond(200, "application/json", error(40003));
            } else {
                connection.awaitClientClose();
            }
        })) {
            configure(component -> component.getConfiguration().setHealthCheckTimeout(600_000));
            Calls calls = new Calls(service.context(), "docproc:crop?baseUrl=" + server.url());
            calls.offerInBackground(2);
            await().until(() -> server.requests().stream().anyMatch(sent -> sent.contains(Replies.BALANCE_PATH)));
            CompletableFuture<Void> stop = CompletableFuture.runAsync(service.context()::stop);
            calls.awaitDone(2);
            stop.get();
            assertThat(calls.done()).allSatisfy(this::assertUnsent);
        }
    }

    @Test
    void anInterruptedCallIsUnsent() throws Exception {
        configure(component -> component.setAccountCheckInterval(3_600_000));
        refuse(40003);
        Calls calls = new Calls(service.context(), "docproc:crop?synchronous=true");
        Thread caller = calls.offerInBackground(1);
        await().until(() -> waiting() == 1);
        caller.interrupt();
        calls.awaitDone(1);
        assertUnsent(calls.done().get(0));
    }

    @Test
    void otherAccountsContinue() throws Exception {
        configure(component -> {
            component.setAccountCheckInterval(3_600_000);
            component.getConfiguration().setMaxConcurrentRequests(1);
        });
        refuse(40003);
        route("seda:in?concurrentConsumers=3", "docproc:crop");
        send(3);
        await().until(() -> waiting() == 3);
        service.server().stubFor(Stubs.ok(Replies.CROP_PATH, Replies.CROP).withHeader("x-ti-app-id", equalTo("other")));
        service.call("docproc:crop?appId=other", Replies.DOCUMENT);
        assertThat(waiting()).isEqualTo(3);
    }

    @Test
    void componentsOfAnAccountWaitTogether() throws Exception {
        configure(component -> component.setAccountCheckInterval(3_600_000));
        refuse(40003);
        route("seda:in", "docproc:crop");
        send(1);
        await().until(() -> waiting() == 1);
        DocprocComponent second = new DocprocComponent();
        second.setConfiguration(service.component().getConfiguration().copy());
        second.setAccountErrorTimeout(1);
        service.context().addComponent("second", second);
        service.failure(DocprocBalanceException.class, "second:crop", Replies.DOCUMENT);
        assertThat(calls()).isEqualTo(1);
    }

    @Test
    void onlyTheServiceThatIsNotEnabledIsWaitedFor() throws Exception {
        configure(component -> component.setAccountCheckInterval(3_600_000));
        refuse(40008);
        respond(Replies.PARSE_PATH, Replies.PARSE);
        route("seda:in?concurrentConsumers=2", "docproc:crop");
        send(2);
        await().until(() -> waiting() == 2);
        service.call("docproc:parseSync", Replies.DOCUMENT);
        assertThat(calls()).isLessThan(3);
    }

    @Test
    void queriesOfTheAccountDoNotWait() throws Exception {
        configure(component -> component.setAccountCheckInterval(3_600_000));
        refuse(40102);
        route("seda:in", "docproc:crop");
        send(1);
        await().until(() -> waiting() == 1);
        service.call("docproc:balance", null);
        respond(Replies.BALANCE_PATH, error(40102));
        service.failure(DocprocAuthenticationException.class, "docproc:balance", null);
    }

    @Test
    void aDocumentThatCanBeReadOnceIsSentAgain() throws Exception {
        service.context().setStreamCaching(false);
        configure(component -> {});
        refuse(40102);
        byte[] document = new byte[3_000_000];
        System.arraycopy(Replies.DOCUMENT, 0, document, 0, Replies.DOCUMENT.length);
        route("seda:in", "docproc:crop");
        service.context().createProducerTemplate().sendBody("seda:in", new ByteArrayInputStream(document) {});
        await().until(() -> waiting() == 1);
        respond(Replies.CROP_PATH, Replies.CROP);
        await().until(() -> done.size() == 1);
        assertThat(done.get(0).getException()).isNull();
        assertThat(requests(Replies.CROP_PATH))
                .allSatisfy(event -> assertThat(event.getRequest().getBody()).isEqualTo(document));
    }

    @Test
    void anotherValueThanABooleanIsFalse() {
        configure(component -> {});
        respond(Replies.CROP_PATH, Replies.CROP);

        Exchange exchange = service.context().createProducerTemplate().request("docproc:crop", call -> {
            call.setProperty("CamelDocprocWaitForAccount", "yes");
            call.getMessage().setBody(Replies.DOCUMENT);
        });

        assertThat(exchange.getException()).isNull();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void anHttpClientWaitsOnlyIfTheRouteSaysSo(boolean waits) throws Exception {
        configure(component -> {});
        refuse(40102);
        int port = FreePort.next();
        service.context().addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from("jetty:http://localhost:" + port + "/upload")
                        .process(exchange -> {
                            if (waits) {
                                exchange.setProperty("CamelDocprocWaitForAccount", true);
                            }
                        })
                        .to("direct:in");
            }
        });
        route("direct:in", "docproc:crop");
        HttpRequest upload = HttpRequest.newBuilder(URI.create("http://localhost:" + port + "/upload"))
                .POST(HttpRequest.BodyPublishers.ofByteArray(Replies.DOCUMENT))
                .build();
        CompletableFuture<?> response = HttpClient.newHttpClient().sendAsync(upload, BodyHandlers.discarding());
        if (waits) {
            await().until(() -> waiting() == 1);
            respond(Replies.CROP_PATH, Replies.CROP);
        }
        response.get();
        // The response may reach the client before Camel has ended the exchange.
        await().until(() -> done.size() == 1);
        if (waits) {
            assertThat(done.get(0).getException()).isNull();
        } else {
            assertThat(done.get(0).getException()).isInstanceOf(DocprocAuthenticationException.class);
            // Without other calls, an upload after the interval is the trial.
            respond(Replies.CROP_PATH, Replies.CROP);
            await().until(() -> HttpClient.newHttpClient()
                            .send(upload, BodyHandlers.discarding())
                            .statusCode()
                    == 200);
        }
    }

    @Test
    void aTrialThatTheServiceRefusesForItsContentEndsTheWait() throws Exception {
        configure(component -> {});
        refuse(40102);
        route("seda:in", "docproc:crop");
        send(1);
        await().until(() -> waiting() == 1);
        respond(Replies.CROP_PATH, error(40304));
        await().until(() -> done.size() == 1);
        assertThat(done.get(0).getException()).hasMessageContaining("40304");
        assertThat(service.component().status().accountErrorDuration()).isZero();
    }

    @Test
    void aTrialWithoutResponseDoesNotEndTheWaitOfOthers() throws Exception {
        configure(component -> {});
        refuse(40102);
        route("seda:in?concurrentConsumers=2", "docproc:crop");
        send(1);
        await().until(() -> waiting() == 1);
        send(1);
        await().until(() -> waiting() == 2);
        service.server()
                .stubFor(Stubs.ok(Replies.CROP_PATH, error(40102))
                        .inScenario("trials")
                        .whenScenarioStateIs("one failed"));
        service.server()
                .stubFor(Stubs.ok(Replies.CROP_PATH, error(500))
                        .inScenario("trials")
                        .whenScenarioStateIs(Scenario.STARTED)
                        .willSetStateTo("one failed"));
        await().until(() -> done.size() == 1);
        assertThat(done.get(0).getException()).hasMessageContaining("500");
        assertThat(service.component().status().accountErrorDuration()).isPositive();
        respond(Replies.CROP_PATH, Replies.CROP);
        await().until(() -> done.size() == 2);
        assertThat(done.get(1).getException()).isNull();
    }

    @Test
    void healthMetersAndLogSayWhatIsWaitedFor() throws Exception {
        MeterRegistry meters = new SimpleMeterRegistry();
        service.context().getRegistry().bind("meters", meters);
        HealthCheckHelper.getHealthCheckRepository(service.context(), "producers")
                .setEnabled(true);
        HealthCheckRegistry.get(service.context()).setExposureLevel("full");
        try (CapturedLog log = new CapturedLog()) {
            configure(component -> {});
            refuse(40008);
            balance("7");
            route("seda:in?concurrentConsumers=2", "docproc:crop");
            send(2);
            await().until(() -> waiting() == 2);

            // At each check, one of the calls is sent.
            await().until(
                            () -> meters.get("docproc.account.error.waiting")
                                    .gauge()
                                    .value(),
                            Double.valueOf(2)::equals);
            assertThat(meters.get("docproc.account.error").timeGauge().value()).isPositive();
            // The alert rules need the refused attempts of calls that wait.
            assertThat(meters.get("docproc.calls").tags("code", "40008").timer().count())
                    .isPositive();
            HealthCheck.Result health = health().orElseThrow();
            assertThat(health.getState()).isEqualTo(HealthCheck.State.DOWN);
            assertThat(health.getMessage().orElseThrow()).contains("Calls wait", "40008");
            assertThat(health.getDetails()).containsKey("account.refused.since");

            respond(Replies.CROP_PATH, Replies.CROP);
            await().until(() -> done.size() == 2);
            assertThat(meters.get("docproc.account.error").timeGauge().value()).isZero();
            assertThat(health().orElseThrow().getState()).isEqualTo(HealthCheck.State.UP);
            assertThat(log.text()).containsOnlyOnce("refuses calls").containsOnlyOnce("accepts calls");
        }
    }

    private Optional<HealthCheck.Result> health() {
        return HealthCheckHelper.invokeReadiness(service.context()).stream()
                .filter(result -> result.getCheck().getId().startsWith("producer:docproc-crop"))
                .findAny();
    }

    @Test
    void invalidValuesAreRejected() {
        assertThatThrownBy(() -> configure(component -> component.setAccountErrorTimeout(-1)))
                .hasStackTraceContaining("Option accountErrorTimeout is -1 ms; allowed is a duration from 0 up");
        assertThatThrownBy(() -> configure(component -> component.setAccountCheckInterval(0)))
                .hasStackTraceContaining("Option accountCheckInterval is 0 ms; allowed is a duration above 0");
    }

    @Test
    void aServiceThatIsNotEnabledIsReportedAtOnceWithoutTheOption() {
        refuse(40008);
        service.failure(DocprocServiceNotEnabledException.class, "docproc:crop", Replies.DOCUMENT);
    }

    @Test
    void theCallOfARouteFromCompletionsWaits() throws Exception {
        MemoryJobRepository jobs = new MemoryJobRepository();
        configure(component -> component.setJobRepository(jobs));
        refuse(40003);
        service.server()
                .stubFor(get(urlPathMatching("/api/v1/xparse/parse/async/.*"))
                        .willReturn(okJson("{\"code\":200,\"data\":{\"status\":\"failed\"}}")));
        jobs.submitted(new SubmittedJob("job-1", "a", "/docproc/completions", Instant.now(), 0));
        route("direct:in", "docproc:crop");
        service.context().addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from("docproc:completions?initialDelay=0&delay=10")
                        .setBody(constant(Replies.DOCUMENT))
                        .to("direct:in");
            }
        });

        await().until(() -> waiting() == 1);
        balance("5");
        respond(Replies.CROP_PATH, Replies.CROP);
        await().until(() -> done.size() == 1);

        assertThat(done.get(0).getException()).isNull();
    }
}
