/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.math.BigDecimal;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Conditions, limits and order of stubs, and the messages for wrong use. */
class StubbingTest {
    @RegisterExtension
    static final DocprocTestService service = DocprocTestService.create();

    @RegisterExtension
    final CamelClient camel = new CamelClient(service);

    private final HttpTestClient http = new HttpTestClient(service);

    @Test
    void theLastStubPrecedesAndTimesLimitsIt() throws Exception {
        service.whenExtract().respond(Map.of("total", "1"));
        Stub limited = service.whenExtract().fail(50011).times(2);

        assertThat(extractCodes(4)).containsExactly(50011, 50011, 200, 200);
        assertThat(limited.applied()).isEqualTo(2);
        assertThat(extract("a.pdf").at("/result/extracted_schema/total").asText())
                .isEqualTo("1");
    }

    @Test
    void everyAndSkipSelectCalls() throws Exception {
        service.whenExtract().fail(500).skip(1).every(2).times(2);

        assertThat(extractCodes(7)).containsExactly(200, 200, 500, 200, 500, 200, 200);
    }

    @Test
    void aStubCanBeRestrictedToAFileNameAndACondition() throws Exception {
        service.whenExtract()
                .fileName("b.pdf")
                .matching(it -> it.document().orElseThrow().text().contains("letter"))
                .fail(40423);

        assertThat(extract("a.pdf").path("code").asInt()).isEqualTo(200);
        assertThat(extract("b.pdf").path("code").asInt()).isEqualTo(40423);
    }

    @Test
    void aFaultCanBeRestrictedToParametersOrToSeveralOperations() throws Exception {
        service.whenCrop()
                .matching(request -> "5".equals(request.parameters().get("enhance_mode")))
                .garbage()
                .times(2);
        service.when(Operation.BALANCE, Operation.PACKAGES).failWithStatus(503).skip(1);

        assertThat(http.cropCode()).isEqualTo(200);
        assertThatThrownBy(() -> http.crop("?enhance_mode=5", Documents.PDF)).isInstanceOf(JsonParseException.class);
        assertThat(statusOf(HttpTestClient.BALANCE)).isEqualTo(200);
        assertThat(statusOf(HttpTestClient.BALANCE)).isEqualTo(503);
    }

    private int statusOf(String path) throws Exception {
        return http.send(http.signed(path).GET()).statusCode();
    }

    @Test
    void aResponderSeesTheRequest() throws Exception {
        service.whenExtract().respond(request -> JsonNodeFactory.instance
                .objectNode()
                .set("extracted_schema", request.body().path("schema").path("properties")));

        assertThat(extract("a.pdf").at("/result/extracted_schema/total/type").asText())
                .isEqualTo("string");
    }

    @Test
    void cropRespondsWithTheGivenImages() throws Exception {
        service.whenCrop().respond(Documents.image("jpg", 30, 40), Documents.image("jpg", 50, 60));

        JsonNode list = http.crop("", Documents.PDF).at("/result/image_list");

        assertThat(list).hasSize(2);
        assertThat(list.at("/1/cropped_width").asInt()).isEqualTo(50);
        assertThat(list.at("/0/position").toString()).isEqualTo("[0,0,30,0,30,40,0,40]");
    }

    @Test
    void theOtherOperationsCanBeProgrammed() throws Exception {
        service.when(Operation.BALANCE).respond(Map.of("balance", 1, "available_balance", 1));
        service.when(Operation.PARSE_STATUS).respond(Map.of("job_id", "j", "status", "failed"));

        assertThat(http.get(HttpTestClient.BALANCE).at("/data/balance").asInt()).isEqualTo(1);
        assertThat(http.get(HttpTestClient.PARSE_ASYNC + "/j")
                        .at("/data/status")
                        .asText())
                .isEqualTo("failed");
    }

    @Test
    void numbersAreSentDigitByDigit() throws Exception {
        Map<String, Object> numbers =
                Map.of("total", new BigDecimal("1250.10"), "rate", List.of(new BigDecimal("0.00")));
        service.whenExtract().respond(numbers);
        service.whenExtract().fileName("result.pdf").respondResult(Map.of("extracted_schema", numbers));
        service.whenExtract().fileName("partial.pdf").respondPartially(numbers);
        service.whenExtract().fileName("json.pdf").respond(request -> JsonNodeFactory.instance
                .objectNode()
                .set(
                        "extracted_schema",
                        JsonNodeFactory.instance.objectNode().put("total", new BigDecimal("1250.10"))));
        service.when(Operation.BALANCE).respond(numbers);
        service.whenParseSync().respond(numbers);

        for (String fileName : List.of("a.pdf", "result.pdf", "partial.pdf")) {
            assertThat(extractedText(fileName)).contains("\"total\":1250.10", "[0.00]");
        }
        assertThat(extractedText("json.pdf")).contains("\"total\":1250.10");
        assertThat(http.send(http.signed(HttpTestClient.BALANCE).GET()).body()).contains("\"total\":1250.10");
        assertThat(camel.request("docproc:parseSync", Documents.PDF, String.class))
                .contains("\"total\":1250.10");
    }

    @Test
    void anUndocumentedCodeNeedsAMessage() throws Exception {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> service.whenCrop().fail(41234))
                .withMessageContaining("41234 is not documented")
                .withMessageContaining("40306")
                .withMessageContaining("fail(code, message)");
        service.whenCrop().fail(41234, "moon in the wrong phase");

        assertThat(http.cropCode()).isEqualTo(41234);
    }

    @Test
    void wrongUseIsReported() {
        assertThatIllegalArgumentException().isThrownBy(() -> service.whenCrop().fail(200, "success"));
        assertThatIllegalArgumentException().isThrownBy(() -> service.whenCrop().failWithStatus(204));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> service.whenCrop().fail(500).times(0))
                .withMessage("times is 0; allowed are numbers from 1.");
        assertThatIllegalArgumentException().isThrownBy(() -> service.whenCrop().respond(new byte[] {1, 2}));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> service.calls("corp"))
                .withMessageContaining("There is no operation corp")
                .withMessageContaining("crop");
        assertThatIllegalStateException()
                .isThrownBy(() -> service.whenCrop().matching(it -> true).disconnect(Disconnect.BEFORE_REQUEST_BODY))
                .withMessageContaining("AFTER_REQUEST");
        assertThatIllegalStateException()
                .isThrownBy(
                        () -> service.whenCrop().matching(it -> true).respond().beforeRequestBody());
    }

    @Test
    void theCallLogShowsRequestAndOutcome() throws Exception {
        service.whenExtract().fail(40306).times(1);
        extract("a.pdf");
        extract("b.pdf");

        List<ReceivedCall> calls = service.calls("extract");

        assertThat(calls).extracting(ReceivedCall::outcome).containsExactly("40306", "200");
        assertThat(calls).extracting(it -> it.fileName().orElseThrow()).containsExactly("a.pdf", "b.pdf");
        assertThat(calls.get(0).document().bytes()).isEqualTo(Documents.PDF);
        assertThat(service.billedCalls()).containsExactly(calls.get(1));
        assertThat(calls.toString()).doesNotContain(service.secretCode());
    }

    @Test
    void theContentOfDocumentsIsKeptUpToALimit() throws Exception {
        byte[] largest = Arrays.copyOf(Documents.PDF, 1024 * 1024);
        http.crop("", Arrays.copyOf(Documents.PDF, largest.length + 1));
        for (int i = 0; i < 65; i++) {
            http.crop("", largest);
        }

        List<ReceivedCall> calls = service.calls("crop");

        assertThat(calls.get(64).document().bytes()).isEqualTo(largest);
        assertThat(calls.get(0).document().size()).isEqualTo(largest.length + 1);
        for (ReceivedCall call : List.of(calls.get(0), calls.get(65))) {
            assertThatIllegalStateException()
                    .isThrownBy(() -> call.document().bytes())
                    .withMessageContaining("Assert on size() instead");
        }
    }

    private List<Integer> extractCodes(int calls) throws Exception {
        List<Integer> codes = new ArrayList<>();
        for (int i = 0; i < calls; i++) {
            codes.add(extract("a.pdf").path("code").asInt());
        }
        return codes;
    }

    private JsonNode extract(String fileName) throws Exception {
        return http.postJson(HttpTestClient.EXTRACT, extraction(fileName));
    }

    private String extractedText(String fileName) throws Exception {
        return http.send(http.signed(HttpTestClient.EXTRACT)
                        .header("Content-Type", "application/json")
                        .POST(BodyPublishers.ofString(extraction(fileName))))
                .body();
    }

    private static String extraction(String fileName) {
        return "{\"file\":{\"file_name\":\"" + fileName + "\",\"file_base64\":\""
                + Base64.getEncoder().encodeToString(Documents.PDF)
                + "\"},\"schema\":{\"type\":\"object\",\"properties\":{\"total\":{\"type\":\"string\"}}}}";
    }
}
