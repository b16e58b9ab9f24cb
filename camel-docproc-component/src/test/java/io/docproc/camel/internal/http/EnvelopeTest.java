/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import io.docproc.camel.internal.body.JsonMember;
import io.docproc.camel.internal.body.JsonResponses;
import io.docproc.camel.internal.body.UnreadableJsonException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class EnvelopeTest {
    private final List<String> payloads = new ArrayList<>();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'code':200,'message':'ok','x_request_id':'r','version':'v1','duration':1.50,'result':{'a':[{}]}}",
                "{'result':{'a':[{}]},'duration':1.50,'version':'v1','x_request_id':'r','message':'ok','code':200}",
                "{'x_request_id':'r','result':{'a':[{}]},'msg':'duplicate','code':'200','message':'ok',"
                        + "'version':'v1','duration':'1.50','new':{'b':1},'newer':7}"
            })
    void orderOfEnvelopeFieldsIsIrrelevant(String json) throws IOException {
        assertThat(scan(200, json))
                .isEqualTo(new Envelope(
                        "crop",
                        ServiceCall.Method.POST,
                        200,
                        200,
                        "ok",
                        "",
                        "r",
                        "v1",
                        Optional.of(new BigDecimal("1.50"))));
        assertThat(payloads).contains("result");
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '"',
            value = {
                "\"{'code':200,'msg':'two','message':'one'}\", one",
                "\"{'code':200,'message':'one','msg':'two'}\", one",
                "\"{'code':200,'msg':'two','message':''}\", two",
                "\"{'code':200,'message':'','msg':'two'}\", two",
                "\"{'code':200,'message':null,'msg':'two'}\", two",
                "\"{'code':200,'msg':'two','message':null}\", two",
                "\"{'code':200,'msg':'two','message':{'a':'b'}}\", two",
                "\"{'code':200,'message':7}\", 7"
            })
    void messageFallsBackToMsg(String json, String words) throws IOException {
        assertThat(scan(200, json).message()).isEqualTo(words);
    }

    @Test
    void requestIdFallsBackToHeader() throws IOException {
        for (String id : List.of("''", "null", "{}", "[]")) {
            assertThat(scan(200, "{'code':200,'x_request_id':" + id + "}").requestId())
                    .isEqualTo("of-header");
        }
        assertThat(scan(200, "{'code':200,'x_request_id':'of-body'}").requestId())
                .isEqualTo("of-body");
    }

    @ParameterizedTest
    @ValueSource(strings = {"99999999999", "-99999999999", "1e99", "99999999999999999999999999"})
    void invalidCodeIsIgnored(String code) throws IOException {
        assertThat(scan(502, "{'code':" + code + "}").code()).isZero();
        assertThatExceptionOfType(UnreadableJsonException.class)
                .isThrownBy(() -> scan(200, "{'code':" + code + "}"))
                .withMessageContaining("no numeric 'code'");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "[]",
                "7",
                "'text'",
                "null",
                "{",
                "{'code':200",
                "{'code':200,",
                "{'code':200,'result':{",
                "{'code':200} {}",
                "{'code':200}]",
                "{'code':200}x",
                "<html></html>"
            })
    void incompleteJsonObjectIsRejected(String body) {
        assertThatExceptionOfType(JsonProcessingException.class).isThrownBy(() -> scan(200, body));
    }

    @Test
    void onlyTopLevelMembersAreFound() throws IOException {
        String json = "{'job_id':'j','deep':{'job_id':'other'},'list':['job_id'],'count':7,'none':null,'more':'x'}";

        Map<String, JsonMember> members = members(json, "job_id", "count", "none", "deep", "absent");

        assertThat(members.keySet()).containsExactlyInAnyOrder("job_id", "count", "none", "deep");
        assertThat(members.get("job_id").text()).contains("j");
        assertThat(members.get("count").text()).contains("7");
        assertThat(members.get("none").text()).isEmpty();
        JsonMember deep = members.get("deep");
        assertThat(json.substring((int) deep.from(), (int) deep.to())).isEqualTo("{'job_id':'other'}");
        assertThat(members("[{'job_id':'j'}]", "job_id")).isEmpty();
    }

    private Envelope scan(int status, String json) throws IOException {
        ServiceResponse response =
                new ServiceResponse("crop", ServiceCall.Method.POST, status, "of-header", body(json), Redaction.NONE);
        try (JsonParser parser = JsonResponses.open(response.body())) {
            return Envelope.scan(response, parser, (field, payload) -> {
                payloads.add(field);
                payload.skipChildren();
            });
        }
    }

    private static Map<String, JsonMember> members(String json, String... names) throws IOException {
        try (JsonParser parser = JsonResponses.open(body(json))) {
            parser.nextToken();
            return JsonMember.members(parser, Set.of(names), Set.of());
        }
    }

    private static InputStream body(String json) {
        return new ByteArrayInputStream(json.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    }
}
