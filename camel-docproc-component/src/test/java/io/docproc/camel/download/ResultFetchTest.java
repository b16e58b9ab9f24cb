/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.download;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.any;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static com.github.tomakehurst.wiremock.client.WireMock.okJson;
import static com.github.tomakehurst.wiremock.client.WireMock.urlEqualTo;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.github.tomakehurst.wiremock.http.Fault;
import com.github.tomakehurst.wiremock.http.Request;
import com.sun.net.httpserver.HttpServer;
import io.docproc.camel.job.MemoryJobRepository;
import io.docproc.camel.job.SubmittedJob;
import io.docproc.camel.testkit.CallbackServer;
import io.docproc.camel.testkit.CoversFault;
import io.docproc.camel.testkit.RawServer;
import io.docproc.camel.testkit.ServiceDouble;
import io.docproc.camel.testkit.TempFolder;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Download of the result of a completed job in the route of its completion. */
@Timeout(60)
class ResultFetchTest extends ResultFetchFixture {
    @RegisterExtension
    final ServiceDouble otherService = new ServiceDouble();

    @Test
    @CoversFault(42)
    void anEndlessResultIsAbortedByCallTimeout() throws Exception {
        try (RawServer dripping = new RawServer(connection -> {
            connection.readRequest();
            connection
                    .write("HTTP/1.1 200 OK\r\nContent-Length: 500000\r\n\r\n{")
                    .writeUntilClientCloses(" ");
        })) {
            server.component().getConfiguration().setBaseUrl(dripping.url());
            server.component().getConfiguration().setCallTimeout(300);
            run("&responseTimeout=5m");

            assertThat(complete(dripping.url() + "/results/1")).isEqualTo(500);
            assertThat(bodies).isEmpty();
            TempFolder.awaitEmpty(spoolDirectory);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                DOCUMENT,
                "{\"code\":200,\"message\":\"success\",\"x_request_id\":\"r-1\",\"data\":" + DOCUMENT + "}",
                "{\"data\":" + DOCUMENT + ",\"code\":\"200\"}",
                " { \"code\" : 200 , \"data\" : " + DOCUMENT + " , \"more\" : [ { \"data\" : { } } ] } ",
                "{\"code\":200,\"pages\":{\"data\":{}},\"data\":" + DOCUMENT + ",\"message\":null}",
                "{\"code\":200,\"result\":" + DOCUMENT + "}",
                "{\"code\":200,\"data\":null,\"result\":" + DOCUMENT + "}",
                "{\"code\":200,\"result\":{\"markdown\":\"-\"},\"data\":" + DOCUMENT + "}",
                "{\"code\":200,\"data\":" + DOCUMENT + ",\"result\":{\"markdown\":\"-\"}}"
            })
    void theDocumentIsReadWithAndWithoutEnvelope(String response) throws Exception {
        service.respondWith(response);
        run("");

        assertThat(complete(result())).isEqualTo(200);

        assertThat(bodies).containsExactly(DOCUMENT);
        Request request = service.onlyRequest();
        assertThat(request.getMethod().getName()).isEqualTo("GET");
        assertThat(request.getUrl()).isEqualTo("/results/1");
        assertThat(request.getHeader("x-ti-app-id")).isEqualTo(ServiceDouble.APP_ID);
        assertThat(request.getHeader("x-ti-secret-code")).isEqualTo(ServiceDouble.SECRET_CODE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"code\":40102,\"message\":\"auth failed\",\"result\":null}",
                "{\"code\":\"40102\",\"message\":\"auth failed\"}",
                "{\"code\":40400,\"message\":\"not found\",\"data\":{\"message\":\"gone\"}}",
                "{\"data\":{\"message\":\"gone\"},\"code\":40400}",
                "{\"code\":null,\"data\":" + DOCUMENT + "}",
                "{\"code\":200,\"message\":\"success\",\"data\":null}",
                "{\"code\":200,\"message\":\"success\",\"data\":\"later\"}",
                "{\"code\":200}"
            })
    void anErrorResponseFailsTheCallbackAndTheJobStaysOpen(String response) throws Exception {
        MemoryJobRepository jobRepository = new MemoryJobRepository();
        jobRepository.submitted(new SubmittedJob("job-1", "a.pdf", CallbackServer.PATH, Instant.now(), 0));
        server.component().setJobRepository(jobRepository);
        service.respondWith(response);
        run("");

        assertThat(complete(result())).isEqualTo(500);
        assertThat(bodies).isEmpty();
        assertThat(jobRepository.size()).isEqualTo(1);

        service.respondWith(DOCUMENT);
        assertThat(complete(result())).isEqualTo(200);
        assertThat(bodies).containsExactly(DOCUMENT);
    }

    @Test
    void aLargeResultIsSpooledAndItsFileIsDeleted() throws Exception {
        String large = "{\"markdown\":\"" + "x".repeat(500_000) + "\"}";
        service.respondWith(large);
        run("");

        assertThat(complete(result())).isEqualTo(200);

        assertThat(bodies).containsExactly(large);
        TempFolder.awaitEmpty(spoolDirectory);
    }

    @Test
    @CoversFault(42)
    void aMissingOrBrokenResultFailsTheCallback() throws Exception {
        run("");

        for (String broken :
                new String[] {"", "# not json", "[1]", "{ }", "{\"markdown\":\"cut", DOCUMENT + DOCUMENT}) {
            service.respondWith(broken);
            assertThat(complete(result())).as(broken).isEqualTo(500);
        }
        service.server().stubFor(any(anyUrl()).willReturn(aResponse().withStatus(404)));
        assertThat(complete(result())).isEqualTo(500);
        service.server().stubFor(any(anyUrl()).willReturn(aResponse().withFault(Fault.MALFORMED_RESPONSE_CHUNK)));
        assertThat(complete(result())).isEqualTo(500);
        service.server().stubFor(any(anyUrl()).willReturn(aResponse().withFault(Fault.CONNECTION_RESET_BY_PEER)));
        assertThat(complete(result())).isEqualTo(500);
        assertThat(bodies).isEmpty();

        service.server().stubFor(get(urlEqualTo("/results/1")).willReturn(okJson(DOCUMENT)));
        assertThat(complete(result())).isEqualTo(200);
        assertThat(bodies).containsExactly(DOCUMENT);
    }

    @Test
    void aResultIsAcceptedUpToMaxResultSize() throws Exception {
        String atTheLimit = "{\"markdown\":\"" + "x".repeat(200_000 - 15) + "\"}";
        run("&maxResultSize=200000");

        service.respondWith(atTheLimit + " ");
        assertThat(complete(result())).isEqualTo(500);
        service.respondWith(atTheLimit);
        assertThat(complete(result())).isEqualTo(200);

        assertThat(bodies).containsExactly(atTheLimit);
        TempFolder.awaitEmpty(spoolDirectory);
    }

    @Test
    @CoversFault(42)
    void anEndlessResultIsAbortedAndItsConnectionClosed() throws Exception {
        CompletableFuture<IOException> clientClosed = new CompletableFuture<>();
        HttpServer endless = HttpServer.create(new InetSocketAddress("localhost", 0), 0);
        endless.createContext("/", exchange -> {
            exchange.sendResponseHeaders(200, 0);
            try (OutputStream out = exchange.getResponseBody()) {
                out.write("{\"elements\":[".getBytes(StandardCharsets.US_ASCII));
                byte[] more = "12345678,".repeat(1_000).getBytes(StandardCharsets.US_ASCII);
                while (!clientClosed.isDone()) {
                    out.write(more);
                }
            } catch (IOException e) {
                clientClosed.complete(e);
            }
        });
        endless.start();
        try {
            server.component()
                    .getConfiguration()
                    .setBaseUrl("http://localhost:" + endless.getAddress().getPort());
            run("&maxResultSize=1000000");

            assertThat(complete("http://localhost:" + endless.getAddress().getPort() + "/1"))
                    .isEqualTo(500);

            assertThat(bodies).isEmpty();
            await().until(clientClosed::isDone);
            TempFolder.awaitEmpty(spoolDirectory);
        } finally {
            clientClosed.cancel(true);
            endless.stop(0);
        }
    }

    @Test
    @CoversFault(41)
    void aResultUrlWithAnotherHostPortOrUserIsRejectedAndARedirectIsNotFollowed() throws Exception {
        String other = otherService.server().baseUrl() + "/results/1";
        otherService.respondWith(DOCUMENT);
        run("");
        assertThat(complete(result().replace("localhost", "127.0.0.1"))).isEqualTo(500);
        assertThat(complete(result().replace("//", "//user@"))).isEqualTo(500);
        assertThat(complete(other)).isEqualTo(500);
        service.assertNothingSent();

        service.server()
                .stubFor(any(anyUrl()).willReturn(aResponse().withStatus(302).withHeader("Location", other)));
        assertThat(complete(result())).isEqualTo(500);
        assertThat(bodies).isEmpty();
        otherService.assertNothingSent();
    }
}
