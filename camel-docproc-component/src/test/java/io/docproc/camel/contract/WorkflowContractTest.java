/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.docproc.camel.error.DocprocException;
import io.docproc.camel.model.CategoryField;
import io.docproc.camel.model.WorkflowReply;
import io.docproc.camel.testkit.CapturedLog;
import io.docproc.camel.testkit.Json;
import io.docproc.camel.testkit.ServiceDouble;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The operations {@code addField} and {@code updateTable}. */
class WorkflowContractTest {
    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    @BeforeEach
    void setWorkflowAddress() {
        service.component().getConfiguration().setWorkflowUrl(service.server().baseUrl() + "/flow/");
        service.respondWith("{\"code\":200,\"msg\":\"success\",\"result\":{\"field_id\":\"1234567890\"}}");
    }

    @Test
    void mapsAndJsonAreSentUnchanged() {
        String json = "{\"name\":\"编号\",\"alias\":[],\"prompt\":null,\"new_key\":{\"a\":1.5}}";
        byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
        JsonNode node = Json.read(json);
        for (Object body : List.of(json, node, Json.read(json, Map.class), bytes, new ByteArrayInputStream(bytes))) {
            service.server().resetRequests();

            service.call("docproc:addField?workspaceId=7", body);

            assertThat(service.requestBody()).isEqualTo(json.replace("}}", "},\"workspace_id\":\"7\"}"));
        }
        assertThat(node).isEqualTo(Json.read(json));
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
    void theResponseIsTyped() {
        service.respondWith("{\"code\":200,\"result\":{\"field_id\":\"9\",\"extract_model\":\"NewModel\","
                + "\"transform_settings\":{\"type\":\"datetime\"}},\"msg\":\"ok\",\"trace\":\"t\"}");

        CategoryField field =
                service.call("docproc:addField", Map.of("name", "n")).getBody(CategoryField.class);
        WorkflowReply reply = service.call("docproc:updateTable", "{}").getBody(WorkflowReply.class);

        assertThat(field.extractModel()).isEqualTo("NewModel");
        assertThat(field.transformSettings().type()).isEqualTo("datetime");
        assertThat(reply.msg()).isEqualTo("ok");
        assertThat(reply.other()).containsKeys("result", "trace");
    }

    @ParameterizedTest
    @CsvSource({"name, n, 50", "name, 𠮷, 50", "prompt, 😀, 200"})
    void namesAndPromptsThatAreTooLongAreRejected(String field, String character, int allowed) {
        assertThat(service.refused("docproc:updateTable", Map.of(field, character.repeat(allowed + 1))))
                .hasMessageContaining(field + " has " + (allowed + 1) + " characters")
                .hasMessageContaining("" + allowed);

        service.call("docproc:updateTable", Map.of(field, character.repeat(allowed)));
        assertThat(Json.read(service.requestBody()).get(field).textValue()).isEqualTo(character.repeat(allowed));
    }

    @ParameterizedTest
    @CsvSource({"addField, fields/batch_add", "updateTable, tables/batch_update"})
    void theWarningSaysHowToCallTheReplacement(String operation, String replacement) throws Exception {
        String log;
        try (CapturedLog captured = new CapturedLog()) {
            service.route(routes -> routes.from("direct:deprecated").to("docproc:" + operation));
            log = captured.text();
        }

        String call = "docproc:call?service=workflow&servicePath=/api/app-api/sip/platform/v2/category/" + replacement;
        assertThat(log).contains("docproc:" + operation + " makes a call that the service has deprecated", call);
        service.call(call, "{\"workspace_id\":\"1\"}");
        assertThat(service.url()).endsWith("/category/" + replacement);
    }
}
