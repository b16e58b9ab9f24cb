/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.output;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.ServiceDouble;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.apache.camel.Message;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Numbers of a response reach the route digit by digit, in each output and in each conversion. */
class ExactNumbersTest {
    private static final String NUMBERS =
            "{\"total\":1250.10,\"zero\":0.00,\"long\":12345678901234567890.12345678901234567890,\"lines\":[{\"a\":7.50}]}";
    private static final String EXTRACT = "docproc:extract?schema=RAW(" + Replies.SCHEMA + ")";

    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    /** Fields with an exact number. */
    public static final class Invoice {
        public BigDecimal total;
    }

    private static void assertExact(Object fields) {
        assertThat(fields)
                .isEqualTo(Map.of(
                        "total",
                        new BigDecimal("1250.10"),
                        "zero",
                        new BigDecimal("0.00"),
                        "long",
                        new BigDecimal("12345678901234567890.12345678901234567890"),
                        "lines",
                        List.of(Map.of("a", new BigDecimal("7.50")))));
    }

    @ParameterizedTest
    @ValueSource(strings = {"fields", "json", "response"})
    void extractedNumbersAreExact(String output) {
        service.respondWith("{\"code\":200,\"result\":{\"extracted_schema\":" + NUMBERS + "}}");

        Message message = service.call(EXTRACT + "&output=" + output, Replies.DOCUMENT);

        assertThat(message.getBody(String.class)).contains(NUMBERS);
        if (!output.equals("json")) {
            Map<?, ?> map = message.getBody(Map.class);
            assertExact(output.equals("fields") ? map : ((Map<?, ?>) map.get("result")).get("extracted_schema"));
        }
    }

    @Test
    void numbersOfAnOutputClassAreExact() {
        service.respondWith("{\"code\":200,\"result\":{\"extracted_schema\":" + NUMBERS + "}}");

        Message message = service.call("docproc:extract?outputClass=" + Invoice.class.getName(), Replies.DOCUMENT);

        assertThat(message.getBody(Invoice.class).total).isEqualTo(new BigDecimal("1250.10"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"document", "response"})
    void parsedNumbersAreExact(String output) {
        service.respondWith("{\"code\":200,\"data\":{\"elements\":[" + NUMBERS + "]}}");

        Message message = service.call("docproc:parseSync?output=" + output, Replies.DOCUMENT);

        assertThat(message.getBody(String.class)).contains(NUMBERS);
    }

    @Test
    void numbersOfElementsAreExact() {
        service.respondWith("{\"code\":200,\"data\":{\"elements\":[" + NUMBERS + "]}}");

        Iterable<?> elements = service.call("docproc:parseSync?output=elements", Replies.DOCUMENT)
                .getBody(Iterable.class);

        for (Object element : elements) {
            Object body = ((Message) element).getBody();
            assertExact(body);
            assertThat(service.context().getTypeConverter().convertTo(String.class, body))
                    .isEqualTo(NUMBERS);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"balance", "packages?apiPath=/a"})
    void fieldsThatARecordDoesNotDeclareAreExact(String operation) {
        service.respondWith("{\"code\":200,\"data\":{\"balance\":1250.10,\"new\":" + NUMBERS
                + ",\"list\":[{\"id\":1,\"new\":" + NUMBERS + "}]},\"result\":{\"new\":" + NUMBERS + "}}");

        Message message = service.call("docproc:" + operation, null);

        assertThat(message.getBody(String.class)).contains(NUMBERS);
    }
}
