/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.contract;

import static io.docproc.camel.testkit.ServiceDouble.withCredentials;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.docproc.camel.DocprocConstants;
import io.docproc.camel.error.DocprocException;
import io.docproc.camel.model.CategoryField;
import io.docproc.camel.model.WorkflowReply;
import io.docproc.camel.testkit.CapturedLog;
import io.docproc.camel.testkit.Json;
import io.docproc.camel.testkit.ServiceDouble;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.camel.Message;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The operations {@code addField} and {@code updateTable}. */
class WorkflowContractTest {
    private static final String PATH = "/flow/api/app-api/sip/platform/v2/category/fields/add";

    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    @BeforeEach
    void setWorkflowAddress() {
        service.component().getConfiguration().setWorkflowUrl(service.server().baseUrl() + "/flow/");
        service.respondWith("{\"code\":200,\"msg\":\"success\",\"result\":{\"field_id\":\"1234567890\"}}");
    }

    @Test
    void aMapIsSentUnchanged() {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("name", "编号");
        body.put("alias", List.of());
        body.put("identity", "");
        body.put("prompt", null);
        body.put("new_key", Map.of("a", 1.50));

        service.call("docproc:addField", body, Map.of("foo", "bar"));

        service.assertRequest("POST", PATH);
        assertThat(service.requestBody())
                .isEqualTo("{\"name\":\"编号\",\"alias\":[],\"identity\":\"\",\"prompt\":null,\"new_key\":{\"a\":1.5}}");
        assertThat(service.onlyHeaders())
                .isEqualTo(withCredentials(
                        "content-type",
                        "application/json",
                        "content-length",
                        "" + service.onlyRequest().getBody().length));
    }

    @Test
    void jsonIsSentUnchangedFromEachBodyType() {
        String json = "{\"name\":\"n\",\"alias\":[\"a\"],\"prompt\":null}";
        ObjectNode node = (ObjectNode) Json.read(json);
        for (Object body : List.of(
                json,
                node,
                json.getBytes(StandardCharsets.UTF_8),
                new ByteArrayInputStream(json.getBytes(StandardCharsets.UTF_8)))) {
            service.server().resetRequests();

            service.call("docproc:addField?workspaceId=7", body);

            assertThat(service.requestBody())
                    .isEqualTo("{\"name\":\"n\",\"alias\":[\"a\"],\"prompt\":null,\"workspace_id\":\"7\"}");
        }
        assertThat(node).isEqualTo(Json.read(json));
    }

    @Test
    void aHeaderOverridesTheBodyAndAnOptionSetsAFieldThatTheBodyDoesNotHave() {
        service.call(
                "docproc:addField?workspaceId=1&categoryId=2&tableId=3&withDetail=false",
                "{\"name\":\"n\",\"workspace_id\":\"mine\",\"category_id\":\"other\",\"table_id\":\"\"}",
                Map.of(
                        DocprocConstants.WITH_DETAIL,
                        "true",
                        DocprocConstants.CATEGORY_ID,
                        22,
                        DocprocConstants.PARAM,
                        Map.of("name", "of the header")));

        assertThat(Json.read(service.requestBody()))
                .isEqualTo(Json.read(
                        "{\"name\":\"of the header\",\"workspace_id\":\"mine\",\"category_id\":\"22\",\"table_id\":\"\","
                                + "\"with_detail\":true}"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"extract_model\":\"GPT\"}|Auto, Acgpt, Acgpt-VL, DF-M1",
                "{\"extract_model\":\"Auto\",\"table_id\":\"3\"}|regular fields only",
                "[1]|Map",
                "{\"name\":|not JSON",
                "{\"name\":\"n\"} {}|not JSON",
                "text|not JSON"
            })
    void anInvalidBodyIsRejectedBeforeItIsSent(String body, String reason) {
        DocprocException failure = service.refused("docproc:addField", body);

        assertThat(failure).hasMessageContaining(reason);
        assertThat(failure.getCode()).isEqualTo(40004);
        assertThat(service.refused("docproc:addField", null)).hasMessageContaining("empty");
        assertThat(service.refused("docproc:addField", 42)).hasMessageContaining("java.lang.Integer");
    }

    @Test
    void withoutInputValidationTheBodyIsSentUnchecked() {
        service.call("docproc:addField?validateInput=false", Map.of("extract_model", "GPT-9"));

        assertThat(service.requestBody()).isEqualTo("{\"extract_model\":\"GPT-9\"}");
    }

    @Test
    void theResponseIsTypedAndConvertsToTheServicesJson() {
        String result =
                """
                {"field_id":"9","name":"n","description":null,"prompt":"","use_prompt":false,"alias":["a"],"identity":"",
                "multi_value":true,"duplicate_value_distinct":false,"transform_settings":{"type":"datetime",
                "datetime_settings":{"format":"yyyy","zone":"UTC"},"mismatch_action":{"mode":"default","default_value":"x"}},
                "extract_model":"NewModel","enabled":1,"color":null}""";
        service.respondWith("{\"code\":200,\"msg\":\"ok\",\"result\":" + result + "}");

        Message message = service.call("docproc:addField", Map.of("name", "n"), Map.of("mine", 1));

        CategoryField field = message.getBody(CategoryField.class);
        assertThat(field.extractModel()).isEqualTo("NewModel");
        assertThat(field.transformSettings().type()).isEqualTo("datetime");
        Json.assertEqual(message.getBody(String.class), result.replace("\"description\":null,", ""));
        assertThat(message.getHeaders())
                .containsExactlyInAnyOrderEntriesOf(Map.of(
                        "Content-Type",
                        "application/json",
                        "mine",
                        1,
                        DocprocConstants.CODE,
                        200,
                        DocprocConstants.MESSAGE,
                        "ok"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"field_id\":123456}|123456",
                "{\"field_id\":\"5\",\"name\":null,\"alias\":null,\"enabled\":\"1\"}|5",
                "{}|"
            })
    void numericIdsAndNullFieldsAreAccepted(String result, String id) {
        service.respondWith("{\"code\":\"200\",\"msg\":null,\"result\":" + result + "}");

        assertThat(service.call("docproc:addField", Map.of("name", "n"))
                        .getBody(CategoryField.class)
                        .fieldId())
                .isEqualTo(id);
    }

    @Test
    void aCharacterOutsideTheBasicPlaneCountsOnce() {
        service.call("docproc:updateTable", Map.of("name", "𠮷".repeat(50)));
        assertThat(Json.read(service.requestBody()).get("name").textValue()).isEqualTo("𠮷".repeat(50));
        service.server().resetRequests();

        assertThat(service.refused("docproc:updateTable", Map.of("prompt", "😀".repeat(201))))
                .hasMessageContaining("prompt has 201 characters");
    }

    @ParameterizedTest
    @CsvSource({"name, 51, 50", "prompt, 201, 200"})
    void namesAndPromptsThatAreTooLongAreRejected(String field, int length, int allowed) {
        assertThat(service.refused("docproc:updateTable", Map.of(field, "n".repeat(length))))
                .hasMessageContaining(field)
                .hasMessageContaining("" + length)
                .hasMessageContaining("" + allowed);
    }

    @Test
    void tableMergingIsRejectedForTheVisionModel() {
        Map<String, Object> body = Map.of("extract_model", "Acgpt-VL", "collect_from_multi_table", true);

        assertThat(service.refused("docproc:updateTable", body)).hasMessageContaining("Acgpt-VL");
        assertThat(service.refused("docproc:updateTable", Map.of("extract_model", "other")))
                .hasMessageContaining("Auto, Acgpt, Acgpt-VL, DF-M1");
    }

    @Test
    void theReplyIsTypedAndConvertsToTheServicesJson() {
        String json = "{\"code\":200,\"msg\":\"ok\",\"result\":{\"table_id\":\"3\",\"x\":null},\"trace\":\"t\"}";
        service.respondWith(json);

        Message message = service.call("docproc:updateTable", "{}");

        assertThat(message.getBody(WorkflowReply.class).msg()).isEqualTo("ok");
        assertThat(message.getBody(WorkflowReply.class).other()).containsKeys("result", "trace");
        Json.assertEqual(message.getBody(String.class), json);
        assertThat(message.getHeaders())
                .containsExactlyInAnyOrderEntriesOf(Map.of(
                        "Content-Type",
                        "application/json",
                        DocprocConstants.CODE,
                        200,
                        DocprocConstants.MESSAGE,
                        "ok"));
    }

    @ParameterizedTest
    @CsvSource({"addField, fields/batch_add", "updateTable, tables/batch_update"})
    void theWarningSaysHowToCallTheReplacement(String operation, String replacement) throws Exception {
        String log = started("docproc:" + operation);

        String call = "docproc:call?service=workflow&servicePath=/api/app-api/sip/platform/v2/category/" + replacement;
        assertThat(log).contains("docproc:" + operation + " makes a call that the service has deprecated", call);
        service.call(call, "{\"workspace_id\":\"1\"}");
        assertThat(service.url()).endsWith("/category/" + replacement);
    }

    private String started(String uri) throws Exception {
        try (CapturedLog log = new CapturedLog()) {
            service.route(routes -> routes.from("direct:deprecated").to(uri));
            return log.text();
        }
    }
}
