/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.contract;

import static io.docproc.camel.testkit.ServiceDouble.withCredentials;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.docproc.camel.DocprocConstants;
import io.docproc.camel.error.DocprocException;
import io.docproc.camel.error.DocprocInvalidRequestException;
import io.docproc.camel.model.CategoryField;
import io.docproc.camel.model.TransformSettings;
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
import org.junit.jupiter.params.provider.ValueSource;

class AddFieldContractTest {
    private static final String PATH = "/flow/api/app-api/sip/platform/v2/category/fields/add";

    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    @BeforeEach
    void setWorkflowAddress() {
        service.component().getConfiguration().setWorkflowUrl(service.server().baseUrl() + "/flow/");
        service.respondWith("{\"code\":200,\"msg\":\"success\",\"result\":{\"field_id\":\"1234567890\"}}");
    }

    private String requestBody() {
        return service.onlyRequest().getBodyAsString();
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

        assertThat(service.onlyRequest().getMethod().getName()).isEqualTo("POST");
        assertThat(service.onlyRequest().getUrl()).isEqualTo(PATH);
        assertThat(requestBody())
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

            assertThat(requestBody())
                    .isEqualTo("{\"name\":\"n\",\"alias\":[\"a\"],\"prompt\":null,\"workspace_id\":\"7\"}");
        }
        assertThat(node).isEqualTo(Json.read(json));
    }

    @Test
    void aTypedRequestSendsOnlyNonNullFields() {
        CategoryField field = new CategoryField(
                null,
                "date",
                "1",
                "2",
                "d",
                "p",
                true,
                List.of(),
                "",
                true,
                false,
                new TransformSettings(
                        null,
                        new TransformSettings.DatetimeSettings("yyyy"),
                        new TransformSettings.EnumerateSettings(List.of("x")),
                        new TransformSettings.RegexSettings("m", "r"),
                        new TransformSettings.MismatchAction(null, "none"),
                        null),
                null,
                "Acgpt-VL",
                true,
                null,
                Map.of("new_key", 1));

        service.call("docproc:addField", field);

        assertThat(requestBody())
                .isEqualTo("{\"name\":\"date\",\"workspace_id\":\"1\",\"category_id\":\"2\",\"description\":\"d\","
                        + "\"prompt\":\"p\",\"use_prompt\":true,\"alias\":[],\"identity\":\"\",\"multi_value\":true,"
                        + "\"duplicate_value_distinct\":false,\"transform_settings\":{\"datetime_settings\":"
                        + "{\"format\":\"yyyy\"},\"enumerate_settings\":{\"items\":[\"x\"]},\"regex_settings\":"
                        + "{\"match\":\"m\",\"replace\":\"r\"},\"mismatch_action\":{\"default_value\":\"none\"}},"
                        + "\"extract_model\":\"Acgpt-VL\",\"with_detail\":true,\"new_key\":1}");
    }

    @Test
    void optionsAndHeadersSetFieldsThatAreMissingInTheBody() {
        service.call(
                "docproc:addField?workspaceId=1&categoryId=2&tableId=3&withDetail=false",
                "{\"name\":\"n\",\"workspace_id\":\"mine\",\"category_id\":null,\"table_id\":\"\"}",
                Map.of(DocprocConstants.WITH_DETAIL, "true", DocprocConstants.CATEGORY_ID, 22));

        assertThat(Json.read(requestBody()))
                .isEqualTo(
                        Json.read("{\"name\":\"n\",\"workspace_id\":\"mine\",\"category_id\":\"22\",\"table_id\":\"\","
                                + "\"with_detail\":true}"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"Auto", "Acgpt", "Acgpt-VL", "DF-M1"})
    void eachExtractionModelIsAccepted(String model) {
        service.call("docproc:addField", Map.of("extract_model", model));

        assertThat(requestBody()).isEqualTo("{\"extract_model\":\"" + model + "\"}");
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
        DocprocException failure = service.failure(DocprocInvalidRequestException.class, "docproc:addField", body);

        assertThat(failure).hasMessageContaining(reason);
        assertThat(failure.getCode()).isEqualTo(40004);
        service.assertNothingSent();
    }

    @Test
    void aMissingBodyAndAnUnsupportedTypeAreRejected() {
        assertThat(service.failure(DocprocInvalidRequestException.class, "docproc:addField", null))
                .hasMessageContaining("empty");
        assertThat(service.failure(DocprocInvalidRequestException.class, "docproc:addField", 42))
                .hasMessageContaining("java.lang.Integer");
        service.assertNothingSent();
    }

    @Test
    void withoutInputValidationTheBodyIsSentUnchecked() {
        service.call("docproc:addField?validateInput=false", Map.of("extract_model", "GPT-9"));

        assertThat(requestBody()).isEqualTo("{\"extract_model\":\"GPT-9\"}");
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
                .containsExactlyInAnyOrderEntriesOf(
                        Map.of("mine", 1, DocprocConstants.CODE, 200, DocprocConstants.MESSAGE, "ok"));
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
    void anErrorResponseBecomesAnExceptionWithCodeAndMessage() {
        service.respondWith("{\"code\":90001,\"msg\":\"category not found\"}");

        DocprocException failure = service.failure(DocprocException.class, "docproc:addField", Map.of("name", "n"));

        assertThat(failure.getCode()).isEqualTo(90001);
        assertThat(failure.getServiceMessage()).isEqualTo("category not found");
    }
}
