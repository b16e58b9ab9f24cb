/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.model;

import static io.docproc.camel.testkit.Json.read;
import static io.docproc.camel.testkit.Json.rewritten;
import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.testkit.Json;
import java.util.List;
import org.junit.jupiter.api.Test;

final class WorkflowJsonTest {
    @Test
    void responseWithoutDetailHasOnlyTheFieldId() {
        CategoryField field = read("{\"field_id\":\"1234567890\"}", CategoryField.class);

        assertThat(field.fieldId()).isEqualTo("1234567890");
        assertThat(field.name()).isNull();
        assertThat(Json.write(field)).isEqualTo("{\"field_id\":\"1234567890\"}");
    }

    @Test
    void idsMayComeAsNumbers() {
        assertThat(read("{\"field_id\":1234567890123456789}", CategoryField.class)
                        .fieldId())
                .isEqualTo("1234567890123456789");
    }

    @Test
    void aFieldWithEverythingIsWrittenAsItWasRead() {
        String json =
                """
                {"field_id":"1","name":"Invoice date","description":"","prompt":"date of issue","use_prompt":true,
                 "alias":["Date"],"identity":"invoice_date","multi_value":true,"duplicate_value_distinct":false,
                 "transform_settings":{"type":"datetime","datetime_settings":{"format":"YYYY-MM-DD","locale":"en"},
                   "enumerate_settings":{"items":["a","b"],"strict":true},
                   "regex_settings":{"match":"a","replace":"","flags":"i"},
                   "mismatch_action":{"mode":"default","default_value":"","level":2},"order":1},
                 "extract_model":"Auto","enabled":1,"created_by":{"id":7}}
                """;

        assertThat(rewritten(json, CategoryField.class)).isEqualTo(read(json));
    }

    @Test
    void onlySetValuesAreSent() {
        assertThat(Json.write(CategoryField.named("Total"))).isEqualTo("{\"name\":\"Total\"}");
        assertThat(Json.write(new CategoryTable("1", "2", "3", true, null, null, null, null, null)))
                .isEqualTo("{\"workspace_id\":\"1\",\"category_id\":\"2\",\"table_id\":\"3\","
                        + "\"collect_from_multi_table\":true}");
    }

    @Test
    void anEmptyListAndAnEmptyTextAreSentBecauseTheyClear() {
        CategoryField clearing = read("{\"alias\":[],\"identity\":\"\"}", CategoryField.class);

        assertThat(clearing.alias()).isEqualTo(List.of());
        assertThat(Json.write(clearing)).isEqualTo("{\"alias\":[],\"identity\":\"\"}");
    }

    @Test
    void replyKeepsUnknownFields() {
        String json = "{\"code\":200,\"msg\":\"success\",\"result\":{\"table_id\":\"3\"}}";

        assertThat(read(json, WorkflowReply.class).other()).containsKey("result");
        assertThat(rewritten(json, WorkflowReply.class)).isEqualTo(read(json));
    }
}
