/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.transport;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.equalTo;

import io.docproc.camel.error.DocprocException;
import io.docproc.camel.error.DocprocInvalidResponseException;
import io.docproc.camel.testkit.CoversFault;
import io.docproc.camel.testkit.RawServer;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.ServiceDouble;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Responses that do not come from the service, such as those of a gateway, a proxy or a broken server. */
@Timeout(60)
class NonServiceResponseTest {
    private static final String HTML = "<html><head><title>Oops</title></head>\r\n<body>nginx</body></html>";
    private static final Map<String, String> ENVELOPES = Map.of(
            "docproc:crop", Replies.CROP, "docproc:parseSync", Replies.PARSE, "docproc:balance", Replies.BALANCE);
    private static final int MEGABYTE = 1024 * 1024;

    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    @ParameterizedTest
    @CoversFault(10)
    @ValueSource(strings = {"docproc:crop", "docproc:parseSync", "docproc:balance"})
    void anEmptyResponseIsAnInvalidResponse(String uri) {
        service.respondWith(aResponse().withStatus(200));
        DocprocInvalidResponseException failure = invalidResponse(uri);
        assertThat(failure).hasMessageContaining("empty");
        assertThat(failure.getExcerpt()).isEmpty();
        assertThat(failure.isRetryable()).isFalse();
    }

    @ParameterizedTest
    @CoversFault({11, 12})
    @CsvSource({"200,false", "404,false", "418,false", "500,false", "502,false", "503,false", "504,false"})
    void anHtmlPageIsAnInvalidResponseWithAnExcerpt(int status, boolean retryable) {
        service.respondWith(aResponse()
                .withStatus(status)
                .withHeader("x-request-id", "gw-5")
                .withHeader("Content-Type", "text/html;x=1")
                .withBody(HTML));
        DocprocInvalidResponseException failure = invalidResponse("docproc:crop");
        assertThat(failure.isRetryable()).isEqualTo(retryable);
        assertThat(failure.getHttpStatus()).isEqualTo(status);
        assertThat(failure.getRequestId()).isEqualTo("gw-5");
        assertThat(failure.getExcerpt()).startsWith("<html><head><title>Oops").doesNotContain("\n");
        assertThat(failure)
                .hasMessageContaining("nginx")
                .hasMessageContaining("HTTP status " + status)
                .hasMessageContaining("content type text/html;x=1");
        assertThat(service.server().getAllServeEvents()).as("no retries").hasSize(1);
    }

    @ParameterizedTest
    @CoversFault(12)
    @CsvSource({"502", "503", "504"})
    void anHtmlPageOfAGatewayIsRetryableForAGet(int status) {
        service.respondWith(aResponse().withStatus(status).withBody(HTML));
        assertThat(invalidResponse("docproc:balance").isRetryable()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "401,DocprocAuthenticationException",
        "403,DocprocAuthenticationException",
        "429,DocprocRateLimitException"
    })
    void anHtmlPageWithASpecificStatusGetsItsException(int status, String exception) {
        Replies.configure(service, component -> component.setRateLimitCooldown(0));
        service.respondWith(aResponse().withStatus(status).withBody(HTML));
        for (String uri : new String[] {"docproc:crop", "docproc:balance"}) {
            DocprocException failure = Replies.failure(service.send(uri, Replies.DOCUMENT));
            assertThat(failure.getClass().getSimpleName()).isEqualTo(exception);
            assertThat(failure.isRetryable()).isFalse();
            assertThat((Throwable) failure).hasMessageContaining("nginx").hasMessageContaining("HTTP status " + status);
        }
    }

    /** Servers and gateways put a character set, or a coding that they have already removed, there. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "utf-8",
                "UTF-8",
                "identity",
                "none",
                "binary",
                "br",
                "zstd",
                "utf-8, identity",
                "\"utf-8\"",
                ",",
                "a b"
            })
    void aBodyIsReadAsItIsWhateverItsContentEncoding(String encoding) {
        for (String uri : new String[] {"docproc:crop", "docproc:parseSync", "docproc:balance"}) {
            service.respondWith(
                    aResponse().withHeader("Content-Encoding", encoding).withBody(ENVELOPES.get(uri)));
            assertThat(service.send(uri, Replies.DOCUMENT).getException()).isNull();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"gzip", "GZIP", "x-gzip", "utf-8, gzip", "gzip, identity"})
    void aCompressedBodyIsDecompressed(String encoding) throws IOException {
        ByteArrayOutputStream compressed = new ByteArrayOutputStream();
        try (OutputStream gzip = new GZIPOutputStream(compressed)) {
            gzip.write(Replies.CROP.getBytes(StandardCharsets.UTF_8));
        }
        service.respondWith(aResponse().withHeader("Content-Encoding", encoding).withBody(compressed.toByteArray()));
        assertThat(service.send("docproc:crop", Replies.DOCUMENT).getException())
                .isNull();
    }

    @ParameterizedTest
    @CsvSource({"gzip, GZIP", "deflate, ''", "'gzip,gzip,gzip,gzip,gzip,gzip', ''"})
    void aBodyThatIsNotCompressedAsItsHeaderSaysIsAnInvalidResponse(String encoding, String reason) {
        service.respondWith(aResponse()
                .withHeader("Content-Encoding", encoding)
                .withHeader("x-request-id", "r-5")
                .withBody(Replies.CROP));
        DocprocInvalidResponseException failure = invalidResponse("docproc:crop");
        assertThat(failure.getHttpStatus()).isEqualTo(200);
        assertThat(failure.getRequestId()).isEqualTo("r-5");
        assertThat(failure).hasMessageContaining(reason);
    }

    @ParameterizedTest
    @CoversFault(13)
    @ValueSource(
            strings = {
                "{\"code\":200,,}",
                "[]",
                "null",
                "\"success\"",
                "200",
                "{\"code\":200} trailing",
                "{\"code\":200",
                "{\"message\":\"no code\"}",
                "{\"code\":\"soon\"}",
                "{\"code\":99999999999}",
                "{\"code\":1e99}",
                "{\"code\":200,\"result\":{",
                "{\"code\":200}]",
                "\u0000\u0001\u0002"
            })
    void jsonWithoutEnvelopeIsAnInvalidResponse(String body) {
        service.respondWith(aResponse().withStatus(200).withBody(body));
        for (String operation : new String[] {"docproc:crop", "docproc:parseSync", "docproc:balance"}) {
            assertThat(invalidResponse(operation).isRetryable()).isFalse();
        }
    }

    @ParameterizedTest
    @CoversFault(13)
    @ValueSource(strings = {"docproc:crop", "docproc:parseSync", "docproc:balance"})
    void jsonNestedTenThousandLevelsDeepIsRejected(String uri) {
        for (String field : new String[] {"result", "data", "other"}) {
            service.respondWith(aResponse()
                    .withStatus(200)
                    .withBody("{\"code\":200,\"" + field + "\":" + "[".repeat(10_000) + "]".repeat(10_000) + "}"));
            assertThat(invalidResponse(uri)).hasMessageContaining("nesting depth");
        }
    }

    private static Stream<Arguments> endless() {
        String chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
                + Integer.toHexString(Replies.CROP.length()) + "\r\n" + Replies.CROP + "\r\n0\r\n";
        String gigabyte = " Any\r\nContent-Length: 1073741824\r\n\r\n";
        return Stream.of(
                Arguments.of("HTTP/1.1 200" + gigabyte + "{\"code\":200,\"message\":\"", "A", "maximum allowed"),
                Arguments.of(
                        "HTTP/1.1 200" + gigabyte + "{\"code\":200,\"result\":{\"new\":[", "[],", "maximum allowed"),
                Arguments.of("HTTP/1.1 200 OK\r\n", "x: y\r\n", "more than the allowed 200 headers"),
                Arguments.of("HTTP/1.1 200 OK\r\n", "xxxxxxxx", "longer than the allowed 16384 bytes"),
                Arguments.of(chunked, "x: y\r\n", "headers"),
                Arguments.of(
                        "HTTP/1.1 500" + gigabyte + "{\"code\":500,\"message\":\"",
                        "A",
                        "more than the allowed 1048576 bytes"),
                Arguments.of("HTTP/1.1 500" + gigabyte + "<html>", "A", "HTTP status 500"));
    }

    /** An error of the service is retryable, one of a gateway is not. */
    @ParameterizedTest
    @CoversFault({13, 17})
    @MethodSource("endless")
    void anEndlessResponseIsReadOnlyInPart(String beginning, String repeated, String reason) throws IOException {
        AtomicLong bytesSent = new AtomicLong();
        AtomicInteger closed = new AtomicInteger();
        byte[] text = repeated.repeat(MEGABYTE / repeated.length() / 16).getBytes(StandardCharsets.US_ASCII);
        try (RawServer server = new RawServer(connection -> {
            connection.readRequest();
            connection.write(beginning);
            try {
                while (bytesSent.addAndGet(text.length) < 1024L * MEGABYTE) {
                    connection.write(text);
                }
            } finally {
                closed.incrementAndGet();
            }
        })) {
            DocprocException failure =
                    Replies.failure(service.send("docproc:crop?baseUrl=" + server.url(), Replies.DOCUMENT));
            assertThat(failure).hasMessageContaining(reason);
            assertThat(failure.isRetryable()).isEqualTo(beginning.contains("\"code\":500"));
            await().untilAtomic(closed, equalTo(1));
        }
        assertThat(bytesSent.get()).isLessThan(64L * MEGABYTE);
    }

    @ParameterizedTest
    @CoversFault(18)
    @ValueSource(ints = {301, 302, 303, 307, 308})
    void aRedirectToAnotherHostIsNotFollowed(int status) throws IOException {
        try (RawServer otherHost = new RawServer(RawServer.Connection::readRequest)) {
            service.respondWith(aResponse().withStatus(status).withHeader("Location", otherHost.url() + "/stolen"));
            for (String uri : new String[] {"docproc:crop", "docproc:balance"}) {
                DocprocInvalidResponseException failure = invalidResponse(uri);
                assertThat(failure)
                        .hasMessageContaining("redirect to " + otherHost.url() + "/stolen")
                        .hasMessageContaining("baseUrl");
                assertThat(failure.isRetryable()).isFalse();
            }
            assertThat(otherHost.connections()).isZero();
        }
    }

    private DocprocInvalidResponseException invalidResponse(String uri) {
        DocprocException failure = Replies.failure(service.send(uri, Replies.DOCUMENT));
        assertThat((Throwable) failure).isInstanceOf(DocprocInvalidResponseException.class);
        return (DocprocInvalidResponseException) failure;
    }
}
