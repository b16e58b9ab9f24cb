/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test;

import static io.docproc.test.Disconnect.AFTER_REQUEST;
import static io.docproc.test.Disconnect.BEFORE_REQUEST_BODY;
import static io.docproc.test.Disconnect.BEFORE_RESPONSE;
import static io.docproc.test.Disconnect.DURING_RESPONSE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.docproc.camel.error.DocprocException;
import io.docproc.camel.error.DocprocInvalidResponseException;
import io.docproc.camel.error.DocprocPartialFailureException;
import io.docproc.camel.error.DocprocRateLimitException;
import io.docproc.camel.error.DocprocServerException;
import io.docproc.camel.error.DocprocTransportException;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Exceptions of the component and billing for each fault. */
class FaultsTest {
    @RegisterExtension
    static final DocprocTestService service = DocprocTestService.create();
    /** Lets a call fail instead of waiting for the end of an outage. */
    private static final Map<String, Object> AT_ONCE = Map.of("CamelDocprocOutageTimeout", "0s");

    @RegisterExtension
    final CamelClient camel = new CamelClient(service);

    private static Arguments fault(Function<CropStubbing, Stub> fault, Class<?> exception, String outcome, int billed) {
        return Arguments.of(fault, exception, outcome, billed);
    }

    static Stream<Arguments> faults() {
        return Stream.of(
                fault(it -> it.fail(40306), DocprocRateLimitException.class, "40306", 0),
                fault(it -> it.fail(41234, "?"), DocprocException.class, "41234", 0),
                fault(it -> it.fail(500).beforeRequestBody(), DocprocServerException.class, "500", 0),
                fault(it -> it.failWithStatus(429), DocprocRateLimitException.class, "http-429", 0),
                fault(it -> it.failWithStatus(503), DocprocInvalidResponseException.class, "http-503", 0),
                fault(it -> it.failWithStatus(200), DocprocInvalidResponseException.class, "http-200", 0),
                fault(it -> it.disconnect(BEFORE_REQUEST_BODY), DocprocTransportException.class, "disconnected", 0),
                fault(it -> it.disconnect(AFTER_REQUEST), DocprocTransportException.class, "disconnected", 0),
                fault(it -> it.disconnect(BEFORE_RESPONSE), DocprocTransportException.class, "disconnected", 1),
                fault(it -> it.disconnect(DURING_RESPONSE), DocprocException.class, "disconnected-during-response", 1),
                fault(CropStubbing::truncate, DocprocInvalidResponseException.class, "truncated", 1),
                fault(CropStubbing::garbage, DocprocInvalidResponseException.class, "garbage", 1));
    }

    @ParameterizedTest(name = "{2}, billed {3}")
    @MethodSource("faults")
    void aFaultIsAnException(Function<CropStubbing, Stub> fault, Class<?> exception, String outcome, int billed) {
        Stub stub = fault.apply(service.whenCrop()).times(1);

        assertThat(camel.send("docproc:crop", Documents.PDF, AT_ONCE).getException())
                .isInstanceOf(exception);

        assertThat(service.calls("crop")).extracting(ReceivedCall::outcome).containsExactly(outcome);
        assertThat(service.billedCalls()).hasSize(billed);
        assertThat(stub.applied()).isEqualTo(1);
        assertThat(camel.send("docproc:crop", Documents.PDF).getException()).isNull();
    }

    @Test
    void anotherContentTypeIsDelivered() throws Exception {
        service.whenCrop().contentType("text/plain");
        HttpTestClient http = new HttpTestClient(service);

        var response = http.send(http.signed(HttpTestClient.CROP)
                .header("Content-Type", "application/octet-stream")
                .POST(BodyPublishers.ofByteArray(Documents.PDF)));

        assertThat(response.headers().firstValue("Content-Type")).contains("text/plain");
        assertThat(response.body()).startsWith("{\"code\":200");
        assertThat(service.calls("crop")).extracting(ReceivedCall::outcome).containsExactly("content-type");
    }

    @Test
    void aPartialFailureCarriesThePartialResponse() {
        service.whenExtract().respondPartially(Map.of("total", "1"));

        assertThat(camel.send("docproc:extract?schema=classpath:invoice.json", Documents.PDF)
                        .getException())
                .isInstanceOf(DocprocPartialFailureException.class);
        Map<?, ?> fields = camel.request(
                "docproc:extract?schema=classpath:invoice.json&partialFailure=accept", Documents.PDF, Map.class);
        assertThat(fields.get("total")).isEqualTo("1");
    }

    @ParameterizedTest
    @EnumSource(
            value = Operation.class,
            names = {"CALL", "RESULT_DOWNLOAD"},
            mode = EnumSource.Mode.EXCLUDE)
    void eachOperationCanFail(Operation operation) {
        service.when(operation).fail(500, "out of order");

        assertThat(camel.send(uri(operation), body(operation), AT_ONCE).getException())
                .isInstanceOf(DocprocServerException.class)
                .hasMessageContaining("out of order");
        assertThat(service.calls(operation)).hasSize(1);
    }

    @Test
    void anEarlyResponseReachesAClientThatStillUploads() throws Exception {
        service.whenCrop().fail(50011).beforeRequestBody();

        assertThat(new HttpTestClient(service)
                        .crop("", new byte[20 * 1024 * 1024])
                        .path("code")
                        .asInt())
                .isEqualTo(50011);
    }

    @Test
    void anAssertionThatFailsInAResponderIsAnInternalError() throws Exception {
        service.whenCrop().respond(request -> {
            throw new AssertionError("expected");
        });

        assertThat(new HttpTestClient(service).cropCode()).isEqualTo(500);
        assertThat(service.billedCalls()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"POST, 304", "HEAD, 503"})
    void aResponseWithoutBodyLeavesTheConnectionUsable(String method, int status) throws Exception {
        service.when(Operation.CALL).failWithStatus(status);
        HttpTestClient http = new HttpTestClient(service);

        for (int i = 0; i < 2; i++) {
            HttpResponse<String> response =
                    http.send(http.signed("/other").method(method, BodyPublishers.ofByteArray(new byte[100_000])));

            assertThat(response.statusCode()).isEqualTo(status);
            assertThat(response.body()).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"respond", "early"})
    void closingEndsADelay(String kind) throws Exception {
        DocprocTestService slow = DocprocTestService.start();
        Stub stub = kind.equals("early")
                ? slow.whenCrop().fail(500).beforeRequestBody()
                : slow.whenCrop().respond();
        stub.delay(Duration.ofHours(1));
        HttpTestClient http = new HttpTestClient(slow);
        Thread caller = new Thread(
                () -> assertThatThrownBy(() -> http.crop("", Documents.PDF)).isInstanceOf(IOException.class));
        caller.start();
        await().until(() -> stub.applied() == 1);

        slow.close();

        caller.join(60_000);
        assertThat(caller.isAlive()).isFalse();
    }

    private String uri(Operation operation) {
        return switch (operation) {
            case EXTRACT -> "docproc:extract?schema=classpath:invoice.json";
            case PACKAGES -> "docproc:packages?apiPath=/ai/service/v1/pdf_to_markdown";
            default -> "docproc:" + operation.id();
        };
    }

    private Object body(Operation operation) {
        return switch (operation) {
            case BALANCE, PACKAGES -> null;
            case PARSE_STATUS -> "job";
            case ADD_FIELD -> Map.of("workspace_id", "w", "category_id", "c", "name", "n");
            case UPDATE_TABLE ->
                Map.of("workspace_id", "w", "category_id", "c", "table_id", "t", "collect_from_multi_table", false);
            default -> Documents.PDF;
        };
    }
}
