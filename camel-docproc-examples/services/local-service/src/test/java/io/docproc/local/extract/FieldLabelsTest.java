/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.extract;

import static io.docproc.local.extract.SmallExtraction.STRING;
import static io.docproc.local.extract.SmallExtraction.json;
import static io.docproc.local.extract.SmallExtraction.schema;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FieldLabelsTest extends WithSmallExtraction {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "invoice_number | Invoice No.: 4711        | 4711",
                "invoiceNumber  | INVOICE NUMBER 4711/B    | 4711/B",
                "InvoiceNo      | Invoice # : 4711         | 4711",
                "invoice_date   | Invoice date  12 May 2026| 12 May 2026",
                "contact_phone  | Contact tel.: +1 555 010 | +1 555 010",
                "buyer          | Buyer: Sample Works Inc. | Sample Works Inc.",
                "buyer          | Buyers' remarks: none    | ''",
                "due_date       | Date: 12 May 2026        | ''",
            })
    void fieldNamesMatchLabelsInAnySpelling(String name, String line, String value) throws IOException {
        assertThat(extraction.one(name, STRING, line).asText()).isEqualTo(value);
    }

    @Test
    void labelsQuotedInTheDescriptionAreFound() throws IOException {
        String field = "{'type':'string','description':'Who pays (\"Billed to\", \"Debtor\")'}";

        assertThat(extraction.one("payer", field, "Debtor: Jane Sample").asText())
                .isEqualTo("Jane Sample");
    }

    @Test
    void chineseLabelsWithFullWidthColonsAreFound() throws IOException {
        String text = "发票号码：12345678\n开票日期：2026年3月12日\n价税合计（小写）：¥1,130.00\n";
        JsonNode fields = extraction
                .extract(
                        text,
                        """
                {'number':{'type':'string','description':'发票号码'},
                 'day':{'type':'string','description':'开票日期 as YYYY-MM-DD'},
                 'total':{'type':'number','description':'价税合计小写'}}""")
                .get("extracted_schema");

        assertThat(fields.get("number").asText()).isEqualTo("12345678");
        assertThat(fields.get("day").asText()).isEqualTo("2026-03-12");
        assertThat(fields.get("total").decimalValue()).isEqualByComparingTo("1130");
    }

    @Test
    void aValueCanBeToTheRightOrBelowItsLabel() throws IOException {
        String text =
                """
                Order number     Customer
                A-17             Sample Works

                Weight           12.5 kg
                """;
        JsonNode fields = extraction
                .extract(text, "{'order_number':" + STRING + ",'customer':" + STRING + ",'weight':{'type':'number'}}")
                .get("extracted_schema");

        assertThat(fields.get("order_number").asText()).isEqualTo("A-17");
        assertThat(fields.get("customer").asText()).isEqualTo("Sample Works");
        assertThat(fields.get("weight").decimalValue()).isEqualByComparingTo("12.5");
    }

    @Test
    void eachPartyHasItsOwnAddress() throws IOException {
        String text =
                """
                Seller                  Buyer
                Example Trading         Sample Works
                14 Harbour Row          7 Field Lane
                Northport               Southport
                """;
        String party = "{'type':'object','properties':{'name':{'type':'string'},'address':{'type':'string'}}}";
        JsonNode fields = extraction
                .extract(text, "{'seller':" + party + ",'buyer':" + party + "}")
                .get("extracted_schema");

        assertThat(fields)
                .isEqualTo(
                        json(
                                """
                {'seller':{'name':'Example Trading','address':'14 Harbour Row Northport'},
                 'buyer':{'name':'Sample Works','address':'7 Field Lane Southport'}}"""));
    }

    @Test
    void aLabelAndItsValueCanShareATableCell() throws IOException {
        Path file = files.text(
                "a.html",
                """
                <table><tr><td>Seller<br>Example Trading<br>14 Harbour Row</td>
                <td>Buyer<br>Sample Works<br>7 Field Lane</td></tr></table>""");

        JsonNode fields = new ExtractService()
                .extract(file, "a.html", schema("{'seller':" + STRING + ",'buyer':" + STRING + "}"), null, null)
                .get("extracted_schema");

        assertThat(fields).isEqualTo(json("{'seller':'Example Trading','buyer':'Sample Works'}"));
    }
}
