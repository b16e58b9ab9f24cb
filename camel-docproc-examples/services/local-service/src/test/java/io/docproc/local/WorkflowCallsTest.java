/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local;

import static io.docproc.local.RunningService.ADD_FIELD;
import static io.docproc.local.RunningService.UPDATE_TABLE;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.http.HttpRequest.BodyPublishers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WorkflowCallsTest extends EchoServiceTest {
    private static final String CATEGORY = "{\"workspace_id\":\"w\",\"category_id\":\"c\",";

    @Test
    void withoutDetailOnlyTheFieldIdIsReturned() throws Exception {
        JsonNode json = addField("\"name\":\"total\"}").json();

        assertThat(json.path("code").asInt()).isEqualTo(200);
        assertThat(json.path("msg").asText()).isEqualTo("success");
        assertThat(json.path("result").fieldNames()).toIterable().containsExactly("field_id");
        assertThat(json.at("/result/field_id").asText()).matches("\\d+");
    }

    @Test
    void withDetailTheWholeFieldIsReturned() throws Exception {
        JsonNode field = addField(
                        """
                        "name":"date","description":"of issue","prompt":"find it","use_prompt":true,"alias":["day"],
                        "identity":"issue_date","multi_value":true,"duplicate_value_distinct":true,"with_detail":true,
                        "transform_settings":{"datetime_settings":{"format":"yyyy-MM-dd"},
                        "mismatch_action":{"default_value":"?"}},"extract_model":"DF-M1"}
                        """)
                .json()
                .path("result");

        assertThat(field.path("name").asText()).isEqualTo("date");
        assertThat(field.path("description").asText()).isEqualTo("of issue");
        assertThat(field.path("prompt").asText()).isEqualTo("find it");
        assertThat(field.path("use_prompt").asBoolean()).isTrue();
        assertThat(field.at("/alias/0").asText()).isEqualTo("day");
        assertThat(field.path("identity").asText()).isEqualTo("issue_date");
        assertThat(field.path("multi_value").asBoolean()).isTrue();
        assertThat(field.path("duplicate_value_distinct").asBoolean()).isTrue();
        assertThat(field.at("/transform_settings/type").asText()).isEqualTo("datetime");
        assertThat(field.at("/transform_settings/datetime_settings/format").asText())
                .isEqualTo("yyyy-MM-dd");
        assertThat(field.at("/transform_settings/mismatch_action/mode").asText())
                .isEqualTo("default");
        assertThat(field.at("/transform_settings/mismatch_action/default_value").asText())
                .isEqualTo("?");
        assertThat(field.path("extract_model").asText()).isEqualTo("DF-M1");
        assertThat(field.path("enabled").asInt()).isEqualTo(1);
    }

    @Test
    void aNameIsUniquePerCategoryOrTable() throws Exception {
        assertThat(addField("\"name\":\"a\"}").code()).isEqualTo(200);
        assertThat(addField("\"name\":\"a\",\"table_id\":\"t\"}").code()).isEqualTo(200);
        RunningService.Response again = addField("\"name\":\"a\"}");

        assertThat(again.code()).isEqualTo(40004);
        assertThat(again.json().path("msg").asText()).contains("name is a");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            textBlock =
                    """
                    "description":"x"}                               | name is required
                    "name":" "}                                      | name is required
                    "name":7}                                        | name is 7; allowed: a string
                    "name":"a","use_prompt":"yes"}                   | use_prompt is "yes"; allowed: true, false
                    "name":"a","alias":"b"}                          | alias is "b"; allowed: an array of strings
                    "name":"a","alias":[1]}                          | alias is [1]
                    "name":"a","extract_model":"Best"}               | extract_model is "Best"; allowed: Auto, Acgpt, Acgpt-VL, DF-M1
                    "name":"a","table_id":"t","extract_model":"Auto"} | extract_model is Auto
                    "name":"a","transform_settings":{}}              | exactly one of
                    "name":"a","transform_settings":{"regex_settings":{}}} | transform_settings.regex_settings.match is required
                    "name":"a","transform_settings":{"type":"datetime","regex_settings":{"match":"x"}}} | as type says
                    """)
    void anInvalidMemberOfAFieldIsReported(String members, String reason) throws Exception {
        RunningService.Response reply = addField(members);

        assertThat(reply.code()).isEqualTo(40004);
        assertThat(reply.json().path("msg").asText()).contains(reason);
    }

    @Test
    void aTableIsUpdatedAndOmittedMembersStayAsTheyAre() throws Exception {
        addField("\"name\":\"price\",\"table_id\":\"t\"}");
        RunningService.Response bare =
                updateTable("\"table_id\":\"t\",\"collect_from_multi_table\":true,\"name\":\"items\"}");
        JsonNode detail = updateTable(
                        "\"table_id\":\"t\",\"collect_from_multi_table\":false,\"prompt\":\"rows\",\"with_detail\":true}")
                .json()
                .path("result");

        assertThat(bare.json().fieldNames()).toIterable().containsExactly("code", "msg", "traceId");
        assertThat(detail.path("name").asText()).isEqualTo("items");
        assertThat(detail.path("prompt").asText()).isEqualTo("rows");
        assertThat(detail.path("collect_from_multi_table").asBoolean()).isFalse();
        assertThat(detail.at("/fields/0/name").asText()).isEqualTo("price");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            textBlock =
                    """
                    "collect_from_multi_table":true}                 | table_id is required
                    "table_id":"t"}                                  | collect_from_multi_table is required
                    "table_id":"t","collect_from_multi_table":1}     | collect_from_multi_table is 1
                    "table_id":"t","collect_from_multi_table":true,"extract_model":"Acgpt-VL"} | false when extract_model is Acgpt-VL
                    """)
    void anInvalidMemberOfATableIsReported(String members, String reason) throws Exception {
        RunningService.Response reply = updateTable(members);

        assertThat(reply.code()).isEqualTo(40004);
        assertThat(reply.json().path("msg").asText()).contains(reason);
    }

    @Test
    void theLengthsOfTheNameAndPromptOfATableAreLimited() throws Exception {
        String table = "\"table_id\":\"t\",\"collect_from_multi_table\":false,";

        assertThat(updateTable(table + "\"name\":\"" + "名".repeat(50) + "\"}").code())
                .isEqualTo(200);
        assertThat(updateTable(table + "\"name\":\"" + "名".repeat(51) + "\"}").code())
                .isEqualTo(40004);
        assertThat(updateTable(table + "\"prompt\":\"" + "p".repeat(200) + "\"}")
                        .code())
                .isEqualTo(200);
        assertThat(updateTable(table + "\"prompt\":\"" + "p".repeat(201) + "\"}")
                        .code())
                .isEqualTo(40004);
    }

    @Test
    void theBodyIsAJsonObject() throws Exception {
        assertThat(service.postJson(ADD_FIELD, "[]").code()).isEqualTo(40004);
        assertThat(service.postJson(ADD_FIELD, "{").code()).isEqualTo(40004);
        assertThat(service.post(ADD_FIELD, "text/plain", BodyPublishers.ofString("{}"))
                        .code())
                .isEqualTo(40004);
    }

    private RunningService.Response addField(String members) throws Exception {
        return service.postJson(ADD_FIELD, CATEGORY + members);
    }

    private RunningService.Response updateTable(String members) throws Exception {
        return service.postJson(UPDATE_TABLE, CATEGORY + members);
    }
}
