/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.transport;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.equalTo;

import io.docproc.camel.DocprocConstants;
import io.docproc.camel.error.DocprocException;
import io.docproc.camel.error.DocprocInvalidResponseException;
import io.docproc.camel.error.DocprocPartialFailureException;
import io.docproc.camel.internal.body.Samples;
import io.docproc.camel.model.ExtractResponse;
import io.docproc.camel.testkit.CoversFault;
import io.docproc.camel.testkit.RawServer;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.ServiceDouble;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.apache.camel.StreamCache;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Responses of a gateway, a proxy or a broken server, and those without payload, with a partial one, or in other encodings. */
@Timeout(60)
class NonServiceResponseTest {
    private static final String HTML = "<html><head><title>Oops</title></head>\r\n<body>nginx</body></html>";
    private static final Map<String, String> ENVELOPES = Map.of(
            "docproc:crop", Replies.CROP, "docproc:parseSync", Replies.PARSE, "docproc:balance", Replies.BALANCE);
    private static final int MEGABYTE = 1024 * 1024;

    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    @ParameterizedTest
    @CoversFault({11, 12})
    @ValueSource(ints = {200, 404, 418, 500, 502, 503, 504})
    void anHtmlPageIsAnInvalidResponseWithAnExcerpt(int status) {
        service.respondWith(aResponse()
                .withStatus(status)
                .withHeader("x-request-id", "gw-5")
                .withHeader("Content-Type", "text/html;x=1")
                .withBody(HTML));
        DocprocInvalidResponseException failure = invalidResponse("docproc:crop");
        assertThat(failure.isRetryable()).isFalse();
        assertThat(failure.getHttpStatus()).isEqualTo(status);
        assertThat(failure.getRequestId()).isEqualTo("gw-5");
        assertThat(failure.getExcerpt()).startsWith("<html><head><title>Oops").doesNotContain("\n");
        assertThat(failure)
                .hasMessageContaining("nginx")
                .hasMessageContaining("HTTP status " + status)
                .hasMessageContaining("content type text/html;x=1");
        assertThat(service.server().getAllServeEvents()).as("no retries").hasSize(1);
        assertThat(invalidResponse("docproc:balance").isRetryable()).as("a GET").isEqualTo(status >= 500);
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
            DocprocException failure = Replies.failure(service.send(uri));
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
                "deflate",
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
            assertThat(service.send(uri).getException()).isNull();
        }
    }

    @Test
    void aBodyInGzipIsDecoded() throws IOException {
        ByteArrayOutputStream compressed = new ByteArrayOutputStream();
        try (OutputStream gzip = new GZIPOutputStream(compressed)) {
            gzip.write(Replies.CROP.getBytes(StandardCharsets.UTF_8));
        }
        service.respondWith(aResponse().withHeader("Content-Encoding", "GZIP").withBody(compressed.toByteArray()));

        assertThat(service.send("docproc:crop").getException()).isNull();
    }

    @Test
    void aBodyThatIsNotCompressedAsItsHeaderSaysIsAnInvalidResponse() {
        service.respondWith(aResponse()
                .withHeader("Content-Encoding", "gzip")
                .withHeader("x-request-id", "r-5")
                .withBody(Replies.CROP));
        DocprocInvalidResponseException failure = invalidResponse("docproc:crop");
        assertThat(failure.getHttpStatus()).isEqualTo(200);
        assertThat(failure.getRequestId()).isEqualTo("r-5");
        assertThat(failure).hasMessageContaining("GZIP");
    }

    @ParameterizedTest
    @CoversFault({10, 13})
    @ValueSource(
            strings = {
                "",
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
            DocprocException failure = Replies.failure(service.send("docproc:crop?baseUrl=" + server.url()));
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
        DocprocException failure = Replies.failure(service.send(uri));
        assertThat((Throwable) failure).isInstanceOf(DocprocInvalidResponseException.class);
        return (DocprocInvalidResponseException) failure;
    }

    private static final byte[] PDF = Samples.pdf();
    private static final Map<String, Object> HEADERS = Map.of(
            DocprocConstants.SCHEMA,
            Replies.SCHEMA,
            DocprocConstants.SERVICE_PATH,
            "/crop",
            DocprocConstants.API_PATH,
            "/crop");
    private static final String PARTIAL_PARSE =
            "{\"code\":50207,\"message\":\"page 2 failed\",\"x_request_id\":\"r-1\","
                    + "\"data\":{\"job_id\":\"j-1\",\"success_count\":1,\"markdown\":\"%s\"}}";

    private static final Map<String, String> PAYLOADS = Map.of(
            "docproc:crop",
            Replies.CROP,
            "docproc:parseSync",
            Replies.PARSE.replace("\"data\"", "\"x_request_id\":\"r-1\",\"data\""),
            "docproc:extract?schema=RAW(" + Replies.SCHEMA + ")",
            Replies.EXTRACT);

    private Exchange send(String operation) {
        Object body = operation.startsWith("addField") ? Map.of("name", "total") : PDF;
        String separator = operation.contains("?") ? "&" : "?";
        return service.send("docproc:" + operation + separator + "workflowUrl=" + service.address(), body, HEADERS);
    }

    @ParameterizedTest
    @CoversFault(56)
    @CsvSource(
            delimiter = '|',
            value = {
                "balance|{'code':200,'msg':'success'}",
                "balance|{'code':200,'data':null}",
                "balance|{'code':200,'data':{}}",
                "balance|{'code':200,'data':[]}",
                "balance|{'code':200,'result':{'balance':1}}",
                "packages|{'code':200}",
                "packages|{'code':200,'data':null}",
                "packages|{'code':200,'data':{}}",
                "extract|{'code':200}",
                "extract|{'code':200,'result':null}",
                "extract|{'code':200,'result':{}}",
                "extract|{'code':200,'result':{'extracted_schema':'x'}}",
                "extract|{'code':200,'result':{'extracted_schema':[]}}",
                "extract|{'code':200,'data':{'extracted_schema':{}}}",
                "extract?output=response|{'code':200,'result':{'success_count':1}}",
                "crop|{'code':200}",
                "crop?output=response|{'code':200,'result':null}",
                "crop?onlyPosition=true|{'code':200}",
                "parseSync|{'code':200}",
                "parseSync?output=response|{'code':200,'data':null}",
                "parseStatus?jobId=job-1|{'code':200}",
                "parseStatus?jobId=job-1|{'code':200,'data':null}",
                "parseAsync|{'code':200,'data':{'file_id':'f'}}",
                "addField|{'code':200}"
            })
    void aSuccessWithoutPayloadIsAnInvalidResponse(String operation, String response) {
        service.respondWith(response.replace('\'', '"'));

        Exception failure = send(operation).getException();

        assertThat(failure).isInstanceOfSatisfying(DocprocInvalidResponseException.class, invalid -> {
            assertThat(invalid.getResponse()).isNotNull();
            assertThat(invalid.isRetryable()).isFalse();
        });
    }

    /** JSON of servers that escape texts themselves. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"a\tb\nc\u0000\u001b\"",
                "\"C:\\q \\' \\x\"",
                "NaN",
                "[Infinity, -Infinity]",
                "007",
                "+1",
                ".5",
                "{\"a\":1.}",
                "[1,2,]",
                "{\"a\":1,}"
            })
    void aFieldThatIsAlmostJsonDoesNotMakeAResponseUnusable(String value) {
        for (String operation : PAYLOADS.keySet()) {
            String response = PAYLOADS.get(operation);
            for (String mixed : new String[] {
                response.replaceFirst("\\{", Matcher.quoteReplacement("{\"other\":" + value + ",")),
                response.replaceFirst("}$", Matcher.quoteReplacement(",\"other\":" + value + "}")),
                response.replaceFirst(
                        "\"(data|result)\":\\{",
                        Matcher.quoteReplacement("\"@\":{\"other\":" + value + ",")
                                .replace("@", "$1"))
            }) {
                service.respondWith(mixed);
                Exchange exchange = service.send(operation);
                assertThat(exchange.getException()).as(mixed).isNull();
                assertThat(exchange.getMessage().getHeader("CamelDocprocRequestId"))
                        .isEqualTo("r-1");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"\\u12\"", "\"\\", "nil", "'a'", "\"\u00ff", "1 2", "[}"})
    void anUnreadableFieldKeepsTheRequestIdAndTheResponse(String value) {
        for (String operation : PAYLOADS.keySet()) {
            byte[] response = PAYLOADS.get(operation)
                    .replaceFirst("}$", Matcher.quoteReplacement(",\"other\":" + value + "}"))
                    .getBytes(StandardCharsets.ISO_8859_1);
            service.respondWith(aResponse().withStatus(200).withBody(response));
            DocprocInvalidResponseException failure = service.failure(DocprocInvalidResponseException.class, operation);
            assertThat(failure.getRequestId()).as(operation).isEqualTo("r-1");
            assertThat(failure).hasMessageContaining("requestId=r-1").hasMessageNotContaining("not the service's");
            assertThat(failure.getCode()).isEqualTo(200);
            assertThat(failure.getResponse()).as(operation).isNotNull();
        }
    }

    @Test
    @CoversFault(56)
    void aNullFieldIsAccepted() {
        service.respondWith(
                "{\"code\":200,\"result\":{\"extracted_schema\":null},\"data\":{\"balance\":null,\"list\":null}}");

        for (String operation : new String[] {"balance", "packages", "extract"}) {
            assertThat(send(operation).getException()).isNull();
        }
    }

    @ParameterizedTest
    @CoversFault(59)
    @ValueSource(ints = {10, 2_000_000})
    void aPartialParseIsCarriedByItsExceptionOrAccepted(int length) {
        service.respondWith(PARTIAL_PARSE.formatted("x".repeat(length)));

        DocprocPartialFailureException failure =
                service.failure(DocprocPartialFailureException.class, "docproc:parseSync", PDF);

        assertThat(failure.getCode()).isEqualTo(50207);
        assertThat(failure.isRetryable()).isFalse();
        assertThat(text(failure.getPartialResponse()))
                .startsWith("{\"job_id\":\"j-1\"")
                .endsWith("x\"}")
                .hasSizeGreaterThan(length);
        Message accepted = service.call("docproc:parseSync?partialFailure=accept", PDF);
        assertThat(accepted.getBody(String.class)).startsWith("{\"job_id\":\"j-1\"");
        assertThat(accepted.getHeader(DocprocConstants.CODE)).isEqualTo(50207);
    }

    @Test
    @CoversFault(60)
    void aResponseWithAByteOrderMarkIsRead() {
        respond(
                "\uFEFF{\"code\":200,\"result\":{\"extracted_schema\":{\"a\":\"红色\"},\"image_list\":[{\"image\":\"AAEC\"}]},"
                        + "\"data\":{\"markdown\":\"红色\",\"balance\":7}}",
                StandardCharsets.UTF_8);

        assertThat(service.call("docproc:extract", PDF, HEADERS).getBody(String.class))
                .isEqualTo("{\"a\":\"红色\"}");
        assertThat(service.call("docproc:extract?output=response", PDF, HEADERS)
                        .getBody(ExtractResponse.class)
                        .result()
                        .fields())
                .containsEntry("a", "红色");
        assertThat(service.call("docproc:parseSync", PDF).getBody(String.class))
                .isEqualTo("{\"markdown\":\"红色\",\"balance\":7}");
        assertThat(service.call("docproc:crop", PDF).getBody(byte[].class)).containsExactly(0, 1, 2);
        assertThat(service.call("docproc:balance", PDF).getBody(String.class)).contains("\"balance\":7");
    }

    @ParameterizedTest
    @CoversFault(60)
    @ValueSource(strings = {"ISO-8859-1", "GBK"})
    void aResponseInAnUnsupportedEncodingIsADocprocException(Charset charset) {
        for (String response : List.of("<html>Größe 红色</html>", "{\"code\":200,\"data\":{\"x\":\"Größe\"}")) {
            respond(response, charset);
            for (String operation : List.of("crop", "extract", "parseSync", "balance")) {
                assertThat(send(operation).getException()).isInstanceOf(DocprocException.class);
            }
        }
    }

    private void respond(String text, Charset charset) {
        service.respondWith(aResponse()
                .withHeader("Content-Type", "application/json;charset=" + charset.name())
                .withBody(text.getBytes(charset)));
    }

    private String text(Object body) {
        assertThat(body).isInstanceOf(StreamCache.class);
        return new String(service.context().getTypeConverter().convertTo(byte[].class, body), StandardCharsets.UTF_8);
    }
}
