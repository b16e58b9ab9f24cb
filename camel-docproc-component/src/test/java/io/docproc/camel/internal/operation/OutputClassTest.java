/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.operation;

import static io.docproc.camel.internal.operation.OperationFixture.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import com.fasterxml.jackson.databind.JsonNode;
import io.docproc.camel.error.DocprocInvalidResponseException;
import io.docproc.camel.internal.http.Envelope;
import io.docproc.camel.internal.http.ServiceCall;
import io.docproc.camel.model.ExtractResponse;
import io.docproc.camel.model.ExtractedFields;
import io.docproc.camel.model.ModelJson;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class OutputClassTest {
    private static final Envelope ENVELOPE =
            new Envelope("extract", ServiceCall.Method.POST, 200, 200, "success", "", "req-1", "", Optional.empty());
    private static final ExtractResponse RESPONSE =
            ModelJson.mapper().convertValue(Map.of("code", 200, "x_request_id", "req-1"), ExtractResponse.class);

    /** A class as users write it. */
    public record Invoice(
            @JsonProperty(value = "invoice_number", required = true) @JsonPropertyDescription("No. of the invoice")
                    String number,
            @JsonPropertyDescription("Amount due") BigDecimal total,
            Currency currency,
            Boolean paid,
            List<Line> lines) {}

    /** Part of it. */
    public record Line(String text, int pieces) {}

    /** A closed set of words. */
    public enum Currency {
        CNY,
        EUR
    }

    @Test
    void theSchemaNamesAndDescribesTheFieldsOfTheClass() {
        JsonNode schema = outputType(Invoice.class).schema();

        assertThat(schema.get("type").asText()).isEqualTo("object");
        assertThat(schema.at("/properties/invoice_number/description").asText()).isEqualTo("No. of the invoice");
        assertThat(schema.at("/properties/total/type").asText()).isEqualTo("number");
        assertThat(schema.at("/properties/currency/enum")).isEqualTo(json("['CNY','EUR']"));
        assertThat(schema.at("/properties/lines/items/properties/pieces/type").asText())
                .isEqualTo("integer");
        assertThat(schema.get("required")).isEqualTo(json("['invoice_number']"));
        assertThat(schema.toString()).doesNotContain("$ref", "$defs", "$schema");
    }

    @Test
    void fieldsBecomeAnInstanceWithExactNumbers() {
        Object invoice = outputType(Invoice.class)
                .instance(
                        fields(Map.of(
                                "invoice_number",
                                "INV-7",
                                "total",
                                new BigDecimal("1250.10"),
                                "currency",
                                "EUR",
                                "paid",
                                true,
                                "lines",
                                List.of(Map.of("text", "Paper", "pieces", "3")),
                                "unasked",
                                "ignored")),
                        ENVELOPE,
                        () -> RESPONSE);

        assertThat(invoice)
                .isEqualTo(new Invoice(
                        "INV-7", new BigDecimal("1250.10"), Currency.EUR, true, List.of(new Line("Paper", 3))));
    }

    @Test
    void aMissingValueReadsAsNullWhetherItIsAnEmptyTextOrNull() {
        Map<String, Object> missing = new HashMap<>(Map.of("invoice_number", "", "total", "", "currency", ""));
        missing.put("paid", "");
        missing.put("lines", null);

        assertThat(outputType(Invoice.class).instance(fields(missing), ENVELOPE, () -> RESPONSE))
                .isEqualTo(new Invoice("", null, null, null, null));
    }

    @Test
    void valuesThatDoNotFitAreAnInvalidResponseWithAShortExcerpt() {
        Map<String, Object> misfit = Map.of("total", "twelve", "invoice_number", "x".repeat(5_000));

        assertThatExceptionOfType(DocprocInvalidResponseException.class)
                .isThrownBy(() -> outputType(Invoice.class).instance(fields(misfit), ENVELOPE, () -> RESPONSE))
                .withMessageContaining("the extracted fields do not fit " + Invoice.class.getName())
                .satisfies(failure -> {
                    assertThat(failure.getExcerpt()).hasSizeLessThan(300);
                    assertThat(failure.getMessage()).hasSizeLessThan(1_500);
                    assertThat(failure.getRequestId()).isEqualTo("req-1");
                    assertThat(failure.isRetryable()).isFalse();
                    assertThat(failure.getResponse()).isSameAs(RESPONSE);
                });
    }

    @Test
    void aClassThatIsNotThereIsRefusedAtStart() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> OutputClass.of(new OperationFixture()
                        .option("outputClass", "com.example.None")
                        .endpoint("extract")))
                .withMessageContaining("Option outputClass of docproc:extract is com.example.None");
    }

    @Test
    void oneCallsChangeOfTheSchemaDoesNotReachTheNext() {
        OutputClass type = outputType(Line.class);
        type.schema().removeAll();

        assertThat(type.schema().has("properties")).isTrue();
    }

    private static OutputClass outputType(Class<?> type) {
        return OutputClass.of(new OperationFixture()
                        .option("outputClass", type.getName())
                        .endpoint("extract"))
                .orElseThrow();
    }

    private static ExtractedFields fields(Map<String, ?> fields) {
        return new ExtractedFields(fields);
    }
}
