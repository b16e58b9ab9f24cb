/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.transport;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.DocprocConstants;
import io.docproc.camel.error.DocprocException;
import io.docproc.camel.error.DocprocInvalidResponseException;
import io.docproc.camel.error.DocprocPartialFailureException;
import io.docproc.camel.internal.body.Samples;
import io.docproc.camel.model.ExtractResponse;
import io.docproc.camel.testkit.CoversFault;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.ServiceDouble;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.apache.camel.StreamCache;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Responses without payload, with a partial payload, and in other encodings. */
class IncompleteResponseTest {
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

    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    private Exchange send(String operation) {
        Object body = operation.startsWith("addField") ? Map.of("name", "total") : PDF;
        String separator = operation.contains("?") ? "&" : "?";
        return service.send(
                "docproc:" + operation + separator + "workflowUrl="
                        + service.server().baseUrl(),
                body,
                HEADERS);
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
                Exchange exchange = service.send(operation, Replies.DOCUMENT);
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
            DocprocInvalidResponseException failure =
                    service.failure(DocprocInvalidResponseException.class, operation, Replies.DOCUMENT);
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
    void aPartialParseFailsAndItsExceptionCarriesTheDocument(int length) {
        service.respondWith(PARTIAL_PARSE.formatted("x".repeat(length)));

        DocprocPartialFailureException failure =
                service.failure(DocprocPartialFailureException.class, "docproc:parseSync", PDF);

        assertThat(failure.getCode()).isEqualTo(50207);
        assertThat(failure.isRetryable()).isFalse();
        assertThat(text(failure.getPartialResponse()))
                .startsWith("{\"job_id\":\"j-1\"")
                .endsWith("x\"}")
                .hasSizeGreaterThan(length);
    }

    @Test
    @CoversFault(59)
    void anAcceptedPartialParseIsTheBody() {
        service.respondWith(PARTIAL_PARSE.formatted("x"));

        Message message = service.call("docproc:parseSync?partialFailure=accept", PDF);

        assertThat(message.getBody(String.class)).startsWith("{\"job_id\":\"j-1\"");
        assertThat(message.getHeader(DocprocConstants.CODE)).isEqualTo(50207);
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
