/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.docproc.camel.internal.body.SpoolingOutputStream;
import io.docproc.camel.internal.http.Redaction;
import io.docproc.camel.testkit.TestContexts;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.apache.camel.StreamCache;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.support.DefaultExchange;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests which part of a downloaded response is the document, and which responses are errors. */
class ResultDocumentTest {
    private static final String DOCUMENT = "{\"markdown\":\"# März\",\"pages\":[{\"data\":{}}]}";

    @AutoClose
    private final DefaultCamelContext camel = TestContexts.create();

    private String stored(String response) throws IOException {
        byte[] bytes = response.getBytes(StandardCharsets.UTF_8);
        StreamCache document = ResultDocument.store(
                        "parseResult",
                        new ByteArrayInputStream(bytes),
                        new SpoolingOutputStream(new DefaultExchange(camel)),
                        Redaction.NONE)
                .content()
                .orElseThrow();
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        document.writeTo(body);
        return body.toString(StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                DOCUMENT,
                " {\"markdown\":\"\"} ",
                "{\"data\":{\"markdown\":\"\"}}",
                "{\"message\":\"a document may have one\",\"data\":{}}",
                "{\"markdown\":\"\",\"codes\":[{\"code\":40400}]}"
            })
    void aResponseWithoutCodeIsTheDocument(String response) throws Exception {
        assertThat(stored(response)).isEqualTo(response);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"code\":200,\"message\":\"März\",\"data\":" + DOCUMENT + "}",
                "{\"data\":" + DOCUMENT + ",\"code\":\"200\"}",
                " { \"code\" : 200 , \"data\" : " + DOCUMENT + " , \"more\" : [ { \"data\" : { } } ] } ",
                "{\"code\":200,\"pages\":{\"data\":{}},\"data\":" + DOCUMENT + ",\"message\":null}",
                "{\"code\":200,\"data\":" + DOCUMENT + ",\"data\":null}"
            })
    void theDataOfAnEnvelopeIsTheDocumentByteForByte(String response) throws Exception {
        assertThat(stored(response)).isEqualTo(DOCUMENT);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'code':40400,'message':'gone'}|the error code 40400: gone",
                "{'message':'gone','data':{},'code':40400}|the error code 40400: gone",
                "{'code':2000,'data':{}}|the error code 2000: ",
                "{'code':null,'data':{}}|the error code null: ",
                "{'code':200,'message':'soon'}|code 200 but no document in the field data: soon",
                "{'code':200,'data':null}|code 200 but no document in the field data: ",
                "{'code':200,'data':[{}]}|code 200 but no document in the field data: ",
                "{'code':200,'data':'later'}|code 200 but no document in the field data: "
            },
            quoteCharacter = '"')
    void anEnvelopeWithoutDocumentFailsWithItsMessage(String response, String message) {
        assertThatThrownBy(() -> stored(response.replace('\'', '"')))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("the result contains " + message);
    }

    @ParameterizedTest
    @CsvSource({"499,499,''", "500,500,''", "501,500,...", "5000,500,..."})
    void anErrorMessageIsCutAfter500Characters(int length, int shown, String end) {
        String response = "{\"code\":500,\"message\":\"" + "x".repeat(length) + "\"}";

        assertThatThrownBy(() -> stored(response))
                .hasMessage("the result contains the error code 500: " + "x".repeat(shown) + end);
    }
}
