/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.contract;

import static io.docproc.camel.testkit.ServiceDouble.withCredentials;
import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.DocprocConstants;
import io.docproc.camel.error.DocprocInvalidRequestException;
import io.docproc.camel.model.CategoryTable;
import io.docproc.camel.model.WorkflowReply;
import io.docproc.camel.testkit.Json;
import io.docproc.camel.testkit.ServiceDouble;
import java.util.Map;
import org.apache.camel.Message;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UpdateTableContractTest {
    private static final String PATH = "/api/app-api/sip/platform/v2/category/tables/update";

    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    @BeforeEach
    void setWorkflowAddress() {
        service.component().getConfiguration().setWorkflowUrl(service.server().baseUrl());
        service.respondWith("{\"code\":200,\"msg\":\"success\"}");
    }

    private String requestBody() {
        return service.onlyRequest().getBodyAsString();
    }

    @Test
    void aTypedRequestSendsOnlyNonNullFields() {
        CategoryTable table = new CategoryTable("1", "2", "3", false, "表", "p", "DF-M1", true, Map.of("new_key", 1));

        service.call("docproc:updateTable", table);

        assertThat(service.onlyRequest().getMethod().getName()).isEqualTo("POST");
        assertThat(service.onlyRequest().getUrl()).isEqualTo(PATH);
        assertThat(requestBody())
                .isEqualTo("{\"workspace_id\":\"1\",\"category_id\":\"2\",\"table_id\":\"3\","
                        + "\"collect_from_multi_table\":false,\"name\":\"表\",\"prompt\":\"p\",\"extract_model\":\"DF-M1\","
                        + "\"with_detail\":true,\"new_key\":1}");
        assertThat(service.onlyHeaders())
                .isEqualTo(withCredentials(
                        "content-type",
                        "application/json",
                        "content-length",
                        "" + service.onlyRequest().getBody().length));
    }

    @Test
    void optionsSetTheFieldsOfAnEmptyRequest() {
        service.call("docproc:updateTable?workspaceId=1&categoryId=2&tableId=3&withDetail=true", Map.of());

        assertThat(requestBody())
                .isEqualTo("{\"workspace_id\":\"1\",\"category_id\":\"2\",\"table_id\":\"3\",\"with_detail\":true}");
    }

    @Test
    void namesAndPromptsAreAcceptedUpToTheirMaximumLength() {
        service.call("docproc:updateTable", Map.of("name", "表".repeat(50)));
        assertThat(Json.read(requestBody()).get("name").textValue()).hasSize(50);
        service.server().resetRequests();

        service.call("docproc:updateTable", Map.of("prompt", "p".repeat(200)));
        assertThat(Json.read(requestBody()).get("prompt").textValue()).hasSize(200);
    }

    @Test
    void aCharacterOutsideTheBasicPlaneCountsOnce() {
        service.call("docproc:updateTable", Map.of("name", "𠮷".repeat(50)));
        assertThat(Json.read(requestBody()).get("name").textValue()).isEqualTo("𠮷".repeat(50));
        service.server().resetRequests();

        assertThat(service.failure(
                        DocprocInvalidRequestException.class,
                        "docproc:updateTable",
                        Map.of("prompt", "😀".repeat(201))))
                .hasMessageContaining("prompt has 201 characters");
        service.assertNothingSent();
    }

    @ParameterizedTest
    @CsvSource({"name, 51, 50", "prompt, 201, 200"})
    void namesAndPromptsThatAreTooLongAreRejected(String field, int length, int allowed) {
        assertThat(service.failure(
                        DocprocInvalidRequestException.class, "docproc:updateTable", Map.of(field, "n".repeat(length))))
                .hasMessageContaining(field)
                .hasMessageContaining("" + length)
                .hasMessageContaining("" + allowed);
        service.assertNothingSent();
    }

    @Test
    void tableMergingIsRejectedForTheVisionModel() {
        Map<String, Object> body = Map.of("extract_model", "Acgpt-VL", "collect_from_multi_table", true);

        assertThat(service.failure(DocprocInvalidRequestException.class, "docproc:updateTable", body))
                .hasMessageContaining("Acgpt-VL");
        assertThat(service.failure(
                        DocprocInvalidRequestException.class, "docproc:updateTable", Map.of("extract_model", "other")))
                .hasMessageContaining("Auto, Acgpt, Acgpt-VL, DF-M1");
        service.assertNothingSent();
    }

    @Test
    void theResponseIsTypedAndConvertsToTheServicesJson() {
        String json = "{\"code\":200,\"msg\":\"ok\",\"result\":{\"table_id\":\"3\",\"x\":null},\"trace\":\"t\"}";
        service.respondWith(json);

        Message message = service.call("docproc:updateTable", "{}");

        assertThat(message.getBody(WorkflowReply.class).msg()).isEqualTo("ok");
        assertThat(message.getBody(WorkflowReply.class).other()).containsKeys("result", "trace");
        Json.assertEqual(message.getBody(String.class), json);
        assertThat(message.getHeaders())
                .containsExactlyInAnyOrderEntriesOf(Map.of(DocprocConstants.CODE, 200, DocprocConstants.MESSAGE, "ok"));
    }

    @Test
    void nullsAndNumbersAsTextAreRead() {
        service.respondWith("{\"code\":\"200\",\"msg\":null}");

        assertThat(service.call("docproc:updateTable", "{}")
                        .getBody(WorkflowReply.class)
                        .code())
                .isEqualTo(200);
    }
}
