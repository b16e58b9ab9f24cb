/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.extract;

import static io.docproc.local.extract.SmallExtraction.json;
import static io.docproc.local.extract.SmallExtraction.schema;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FieldValuesTest extends WithSmallExtraction {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Total: EUR 1,234.50   | 1234.50",
                "Total: 1.234,50 €     | 1234.50",
                "Total: 1 234 567,8    | 1234567.8",
                "Total: CHF 1'234.00   | 1234",
                "Total: ($12.00)       | -12",
                "Total: -3             | -3",
                "Total: 1,234          | 1234",
                "Total: 0,5            | 0.5",
            })
    void numbersAreReadWithSeparatorsAndCurrency(String line, String value) throws IOException {
        assertThat(extraction.one("total", "{'type':['number','null']}", line).decimalValue())
                .isEqualByComparingTo(value);
    }

    @Test
    void anIntegerIsNotReadFromAFraction() throws IOException {
        assertThat(extraction.one("pieces", "{'type':'integer'}", "Pieces: 12").isIntegralNumber())
                .isTrue();
        assertThat(extraction
                        .one("pieces", "{'type':'integer'}", "Pieces: 12.5")
                        .isNull())
                .isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "2026-03-01 | 2026-03-01", "1.3.2026 | 2026-03-01", "01/03/2026 | 2026-03-01",
                "1st March 2026 | 2026-03-01", "Mar 1, 2026 | 2026-03-01", "2026年3月1日 | 2026-03-01",
                "31.02.2026 | ''", "soon | ''",
            })
    void datesAreConvertedToIsoIfTheSchemaRequestsIt(String written, String value) throws IOException {
        JsonNode date = extraction.one("date", "{'type':'string','format':'date'}", "Date: " + written);

        assertThat(date.asText()).isEqualTo(value);
    }

    @Test
    void anEnumValueIsFoundAnywhereInTheText() throws IOException {
        String field = "{'type':'string','enum':['invoice','credit_note','reminder']}";

        assertThat(extraction
                        .one("kind", field, "This is a Credit Note for you")
                        .asText())
                .isEqualTo("credit_note");
        assertThat(extraction.one("kind", field, "Nothing of the sort").asText())
                .isEmpty();
    }

    @Test
    void anArrayOfStringsIsReadFromAListAfterOrBelowItsLabel() throws IOException {
        String schema =
                "{'colours':{'type':'array','items':{'type':'string'}},'tools':{'type':'array','items':{'type':'string'}}}";

        JsonNode fields = extraction
                .extract("Colours: red, green; blue\n\nTools\n- hammer\n- saw\n\nEnd", schema)
                .get("extracted_schema");

        assertThat(fields).isEqualTo(json("{'colours':['red','green','blue'],'tools':['hammer','saw']}"));
    }

    @Test
    void tableRowsBecomeObjectsAndSumsDoNot() throws IOException {
        Path file = files.xlsx(
                "a.xlsx",
                List.of(
                        List.of("Pos", "Article name", "Qty", "Unit price"),
                        List.of("1", "Lamp", "2", "1,050.00"),
                        List.of("2", "Desk", "1", "99.5"),
                        List.of("", "", "", "2,199.50")));
        JsonNode fields = new ExtractService()
                .extract(
                        file,
                        "a.xlsx",
                        schema(
                                """
                {'lines':{'type':'array','items':{'type':'object','properties':{
                 'articleName':{'type':'string'},'quantity':{'type':'integer'},'unit_price':{'type':'number'}}}}}"""),
                        null,
                        null)
                .get("extracted_schema");

        assertThat(fields.get("lines")).hasSize(2);
        assertThat(fields.at("/lines/0/articleName").asText()).isEqualTo("Lamp");
        assertThat(fields.at("/lines/0/quantity").asInt()).isEqualTo(2);
        assertThat(fields.at("/lines/0/unit_price").decimalValue()).isEqualByComparingTo("1050");
        assertThat(fields.at("/lines/1/articleName").asText()).isEqualTo("Desk");
    }
}
