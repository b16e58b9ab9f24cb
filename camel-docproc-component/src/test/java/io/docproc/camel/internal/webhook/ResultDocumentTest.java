/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.docproc.camel.internal.stream.SpoolingOutputStream;
import io.docproc.camel.internal.stream.UnreadableJsonException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.apache.camel.StreamCache;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.support.DefaultExchange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What of an answer at a result's address is the document. */
class ResultDocumentTest {
    private static final String DOCUMENT = "{\"markdown\":\"# März\",\"pages\":[{\"data\":{}}]}";

    private final DefaultCamelContext camel = new DefaultCamelContext();

    private String stored(String answer) throws IOException {
        byte[] bytes = answer.getBytes(StandardCharsets.UTF_8);
        StreamCache document = ResultDocument.store(
                new ByteArrayInputStream(bytes), new SpoolingOutputStream(new DefaultExchange(camel)));
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
    void anAnswerWithoutCodeIsTheDocumentAsItCame(String answer) throws Exception {
        assertThat(stored(answer)).isEqualTo(answer);
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
    void inTheServicesEnvelopeTheDocumentIsItsDataByteForByte(String answer) throws Exception {
        assertThat(stored(answer)).isEqualTo(DOCUMENT);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'code':40400,'message':'gone'}|code 40400: gone",
                "{'message':'gone','data':{},'code':40400}|code 40400: gone",
                "{'code':2000,'data':{}}|code 2000: ",
                "{'code':null,'data':{}}|code null: ",
                "{'code':200,'message':'soon'}|code 200 but holds no document: soon",
                "{'code':200,'data':null}|code 200 but holds no document: ",
                "{'code':200,'data':[{}]}|code 200 but holds no document: ",
                "{'code':200,'data':'later'}|code 200 but holds no document: "
            },
            quoteCharacter = '"')
    void anEnvelopeThatHoldsNoDocumentFailsWithWhatTheServiceSays(String answer, String said) {
        assertThatThrownBy(() -> stored(answer.replace('\'', '"')))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("the result responds with " + said);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", " { } "})
    void anEmptyObjectIsNoDocument(String answer) {
        assertThatThrownBy(() -> stored(answer))
                .isInstanceOf(IOException.class)
                .hasMessage("the result is an empty JSON object, and no document");
    }

    @ParameterizedTest
    @CsvSource({"499,499,''", "500,500,''", "501,500,...", "5000,500,..."})
    void aLongMessageOfTheServiceIsCutAfterFiveHundredCharacters(int length, int shown, String end) {
        String answer = "{\"code\":500,\"message\":\"" + "x".repeat(length) + "\"}";

        assertThatThrownBy(() -> stored(answer))
                .hasMessage("the result responds with code 500: " + "x".repeat(shown) + end);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "[1]", "\"text\"", "200", "null", "{} {}", "{}1"})
    void whatIsNotOneJsonObjectIsNoResult(String answer) {
        assertThatThrownBy(() -> stored(answer)).isInstanceOf(UnreadableJsonException.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"{", "{\"code\":200", "{\"code\":200,\"data\":{\"a\":[1]", "# not json", "{}}", "{\"a\":1,}"})
    void aBrokenOrCutOffAnswerIsNoResult(String answer) {
        assertThatThrownBy(() -> stored(answer)).isInstanceOf(IOException.class);
    }
}
