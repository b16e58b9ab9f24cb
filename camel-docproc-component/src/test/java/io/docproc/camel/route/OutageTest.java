/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.route;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.okJson;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.github.tomakehurst.wiremock.client.WireMock;
import io.docproc.camel.error.DocprocBalanceException;
import io.docproc.camel.error.DocprocException;
import io.docproc.camel.error.DocprocRateLimitException;
import io.docproc.camel.error.DocprocServerException;
import io.docproc.camel.error.DocprocServiceNotEnabledException;
import io.docproc.camel.error.DocprocTransportException;
import io.docproc.camel.job.MemoryJobRepository;
import io.docproc.camel.job.SubmittedJob;
import io.docproc.camel.testkit.CoversFault;
import io.docproc.camel.testkit.FreePort;
import io.docproc.camel.testkit.HeldServer;
import io.docproc.camel.testkit.RawServer;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.ServiceDouble;
import io.docproc.camel.testkit.Stubs;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangePattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Failures that concern every document: calls wait for their end, and no document fails that was not sent. */
@Timeout(120)
class OutageTest {
    private static final int DOCUMENTS = 20;

    @TempDir
    Path inbox;

    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    private final List<Exchange> done = new CopyOnWriteArrayList<>();

    private void write(int documents) throws Exception {
        for (int document = 0; document < documents; document++) {
            Files.write(inbox.resolve(document + ".pdf"), document(document));
        }
    }

    private static byte[] document(int number) {
        return (new String(Replies.DOCUMENT, StandardCharsets.US_ASCII) + number).getBytes(StandardCharsets.US_ASCII);
    }

    private void routeFiles(String crop) throws Exception {
        service.route(routes -> routes.from("file:" + inbox + "?initialDelay=0&delay=20&moveFailed=failed")
                .threads(4, 4)
                .maxQueueSize(0)
                .to(crop)
                .process(done::add));
    }

    private void assertAllCropped(int documents) {
        await().until(() -> done.size() == documents);
        assertThat(inbox.resolve("failed")).doesNotExist();
    }

    private int requests() {
        return service.server().getAllServeEvents().size();
    }

    /** Failing jobs are the oldest ones, and are asked first. */
    @Test
    void jobsWhoseStatusAlwaysFailsDelayNoOtherJob() throws Exception {
        MemoryJobRepository jobs = new MemoryJobRepository();
        IntStream.rangeClosed(1, 10)
                .forEach(job -> jobs.submitted(new SubmittedJob(
                        "job-" + job, "a.pdf", "/docproc/completions", Instant.EPOCH.plusSeconds(job), 0)));
        service.server()
                .stubFor(WireMock.any(WireMock.anyUrl()).willReturn(okJson("{\"code\":500,\"message\":\"internal\"}")));
        service.server()
                .stubFor(WireMock.get(WireMock.urlPathMatching(".*/job-10"))
                        .willReturn(okJson("{\"code\":200,\"data\":{\"job_id\":\"job-10\",\"status\":\"failed\"}}")));
        Replies.configure(service, component -> component.setJobRepository(jobs));

        service.route(routes ->
                routes.from("docproc:completions?initialDelay=0&delay=10").process(done::add));

        await().until(() -> done.size() == 1);
        assertThat(service.meters().isOutage()).isFalse();
    }

    /** The poll is aborted, but the service has not failed. */
    @Test
    void aPollThatTheStopOfItsRouteEndsIsNoOutage() throws Exception {
        MemoryJobRepository jobs = new MemoryJobRepository();
        jobs.submitted(new SubmittedJob("job-1", "a.pdf", "/docproc/completions", Instant.EPOCH, 0));
        try (HeldServer server = new HeldServer("{}")) {
            Replies.configure(service, component -> {
                component.setJobRepository(jobs);
                component.getConfiguration().setBaseUrl(server.url());
            });
            service.route(routes -> routes.from("docproc:completions?initialDelay=0&delay=10")
                    .routeId("polls")
                    .to("mock:completions"));
            await().until(() -> server.inFlight() == 1);

            service.context().getRouteController().stopRoute("polls");

            assertThat(service.meters().isOutage()).isFalse();
        }
    }

    /** The next document would get the same response, which is not billed. */
    @ParameterizedTest
    @ValueSource(ints = {40003, 40102, 500})
    @CoversFault({89, 94})
    void documentsWaitForTheEndOfAnErrorOfTheAccountOrTheServer(int code) throws Exception {
        service.respondWith("{\"code\":" + code + "}");
        write(DOCUMENTS);
        routeFiles("docproc:crop");
        await().until(() -> service.meters().isOutage());
        int before = requests();
        await("a trial").until(() -> requests() > before);
        assertThat(done).isEmpty();
        assertThat(before).isLessThan(15);
        service.send("docproc:balance", null);
        assertThat(service.server().findAll(WireMock.anyRequestedFor(WireMock.urlEqualTo(Replies.BALANCE_PATH))))
                .as("a query does not wait")
                .hasSize(1);

        service.respondWith(Replies.CROP);

        assertAllCropped(DOCUMENTS);
    }

    @Test
    @CoversFault(89)
    void documentsWaitForAServiceThatCannotBeReached() throws Exception {
        int port = FreePort.next();
        service.component().getConfiguration().setBaseUrl("http://localhost:" + port);
        write(DOCUMENTS);
        routeFiles("docproc:crop");
        await().until(() -> service.meters().isOutage());
        assertThat(done).isEmpty();

        ServerSocket listener = new ServerSocket();
        listener.setReuseAddress(true);
        listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        try (RawServer server = new RawServer(listener, connection -> {
            while (true) {
                connection.readRequest();
                connection.respond(200, "application/json", Replies.CROP);
            }
        })) {
            assertAllCropped(DOCUMENTS);
            assertThat(server.requests()).hasSize(DOCUMENTS);
        }
    }

    @Test
    @CoversFault(89)
    void aGatewayCostsATrialAndTheDocumentsInFlight() throws Exception {
        service.server()
                .stubFor(WireMock.any(WireMock.anyUrl())
                        .willReturn(aResponse().withStatus(502).withBody("<html>")));
        write(DOCUMENTS);
        routeFiles("docproc:crop");
        await().until(() -> service.meters().isOutage());
        await().until(() -> failed() >= 5);
        service.respondWith(Replies.CROP);

        await().until(() -> done.size() + failed() == DOCUMENTS);
        assertThat(failed()).as("four in flight, and the trials").isLessThanOrEqualTo(8);
    }

    private int failed() {
        String[] names = inbox.resolve("failed").toFile().list();
        return names == null ? 0 : names.length;
    }

    @Test
    @CoversFault({90, 91})
    void aDocumentThatAlwaysGetsAServerErrorIsSentFiveTimesAndFails() throws Exception {
        service.respondWith(Replies.CROP);
        service.server()
                .stubFor(WireMock.any(WireMock.anyUrl())
                        .withRequestBody(WireMock.binaryEqualTo(document(0)))
                        .willReturn(okJson("{\"code\":500,\"message\":\"internal\"}")));
        write(5);
        routeFiles("docproc:crop");

        await().until(() -> failed() == 1);
        assertThat(inbox.resolve("failed/0.pdf")).exists();
        assertThat(done).hasSize(4);
        assertThat(requests()).isEqualTo(9);
        assertThat(service.meters().isOutage()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"200, 40306", "429, 0"})
    @CoversFault({73, 92})
    void aRefusalForTheRateLimitIsNotSentAgainAndOthersWait(int status, int code) throws Exception {
        Replies.configure(service, component -> component.setRateLimitCooldown(1_500));
        service.server()
                .stubFor(Stubs.status(Replies.CROP_PATH, status, code == 0 ? "slow down" : "{\"code\":" + code + "}"));
        assertThat(service.send("docproc:crop", Replies.DOCUMENT).getException())
                .isInstanceOf(DocprocRateLimitException.class);
        service.respondWith(Replies.CROP);

        long start = System.nanoTime();
        service.call("docproc:crop", Replies.JPEG);

        assertThat(System.nanoTime() - start).isGreaterThan(1_000_000_000L);
        assertThat(requests()).isEqualTo(2);
    }

    @Test
    @CoversFault(93)
    void onlyCallsOfAPathThatIsNotEnabledWait() {
        service.server().stubFor(Stubs.ok("/disabled", "{\"code\":40008,\"message\":\"not enabled\"}"));
        service.server().stubFor(Stubs.ok("/enabled", "{\"code\":200,\"result\":{}}"));

        assertThat(service.send("docproc:call?servicePath=/disabled", Replies.DOCUMENT)
                        .getException())
                .isInstanceOf(DocprocServiceNotEnabledException.class);

        service.call("docproc:call?servicePath=/enabled", Replies.DOCUMENT);
    }

    @Test
    @CoversFault(95)
    void anExchangeWithAWaitingClientFailsAtOnce() {
        service.respondWith("{\"code\":40003,\"message\":\"insufficient balance\"}");
        service.failure(DocprocBalanceException.class, "docproc:crop", Replies.DOCUMENT);

        DocprocTransportException unsent =
                service.failure(DocprocTransportException.class, "docproc:crop", Replies.DOCUMENT);

        assertThat(unsent.isUnsent()).isTrue();
        assertThat((Throwable) unsent)
                .hasMessageContainingAll("40003", "since 20", "outageTimeout allows a wait of 0 ms")
                .hasMessageNotContaining(ServiceDouble.SECRET_CODE)
                .hasCauseInstanceOf(DocprocBalanceException.class);
        assertThat(requests()).isEqualTo(1);
    }

    @Test
    @CoversFault(95)
    void theOptionOfTheEndpointAndTheHeaderHoldForClients() {
        service.respondWith("{\"code\":500,\"message\":\"internal\"}");
        service.failure(DocprocServerException.class, "docproc:crop", Replies.DOCUMENT);
        assertThat(requests()).isEqualTo(1);

        service.failure(DocprocServerException.class, "docproc:crop?outageTimeout=2s", Replies.DOCUMENT);
        assertThat(requests()).isEqualTo(3);
        service.failure(
                DocprocServerException.class,
                "docproc:crop",
                Replies.DOCUMENT,
                Map.of("CamelDocprocOutageTimeout", "10s"));
        assertThat(requests()).isGreaterThan(3);
    }

    @Test
    @CoversFault(107)
    void aDocumentThatIsRefusedLocallyDoesNotWait() throws Exception {
        service.respondWith("{\"code\":40003,\"message\":\"insufficient balance\"}");
        service.failure(DocprocBalanceException.class, "docproc:crop", Replies.DOCUMENT);

        DocprocException refused = Replies.failure(send("docproc:crop", new byte[0]));

        assertThat(refused.getCode()).isEqualTo(40305);
    }

    private Exchange send(String uri, Object body) {
        return service.context()
                .createProducerTemplate()
                .send(uri, ExchangePattern.InOnly, exchange -> exchange.getMessage()
                        .setBody(body));
    }

    @Test
    @CoversFault(108)
    void allCallsGoOnAsSoonAsTheServiceAnswersAnyOtherCall() throws Exception {
        AtomicBoolean first = new AtomicBoolean(true);
        try (RawServer server = new RawServer(connection -> {
            while (true) {
                connection.readRequest();
                if (first.getAndSet(false)) {
                    connection.reset();
                    return;
                }
                connection.respond(200, "application/json", Replies.CROP);
            }
        })) {
            service.component().getConfiguration().setBaseUrl(server.url());
            assertThat(service.send("docproc:crop", Replies.JPEG).getException())
                    .isInstanceOf(DocprocTransportException.class);
            write(4);
            routeFiles("docproc:crop");

            assertAllCropped(4);
        }
    }
}
