/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.extract;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.docproc.local.CitedText;
import io.docproc.local.SmallFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExtractServiceTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String STRING = "{'type':'string','description':''}";

    @TempDir
    Path folder;

    private SmallFiles files;

    @BeforeEach
    void prepare() {
        files = new SmallFiles(folder);
    }

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
    void namesFindLabelsHoweverTheyAreSpelled(String name, String line, String value) throws IOException {
        assertThat(one(name, STRING, line).asText()).isEqualTo(value);
    }

    @Test
    void labelsThatTheDescriptionQuotesAreFound() throws IOException {
        String field = "{'type':'string','description':'Who pays (\"Billed to\", \"Debtor\")'}";

        assertThat(one("payer", field, "Debtor: Jane Sample").asText()).isEqualTo("Jane Sample");
    }

    @Test
    void chineseLabelsWithFullWidthColonsAreFound() throws IOException {
        String text = "发票号码：12345678\n开票日期：2026年3月12日\n价税合计（小写）：¥1,130.00\n";
        JsonNode fields = extract(
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
    void aValueMayStandToTheRightOrBelowItsLabel() throws IOException {
        String text =
                """
                Order number     Customer
                A-17             Sample Works

                Weight           12.5 kg
                """;
        JsonNode fields = extract(
                        text, "{'order_number':" + STRING + ",'customer':" + STRING + ",'weight':{'type':'number'}}")
                .get("extracted_schema");

        assertThat(fields.get("order_number").asText()).isEqualTo("A-17");
        assertThat(fields.get("customer").asText()).isEqualTo("Sample Works");
        assertThat(fields.get("weight").decimalValue()).isEqualByComparingTo("12.5");
    }

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
        assertThat(one("total", "{'type':['number','null']}", line).decimalValue())
                .isEqualByComparingTo(value);
    }

    @Test
    void anIntegerIsNotReadFromAFraction() throws IOException {
        assertThat(one("pieces", "{'type':'integer'}", "Pieces: 12").isIntegralNumber())
                .isTrue();
        assertThat(one("pieces", "{'type':'integer'}", "Pieces: 12.5").isNull()).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "2026-03-01 | 2026-03-01", "1.3.2026 | 2026-03-01", "01/03/2026 | 2026-03-01",
                "1st March 2026 | 2026-03-01", "Mar 1, 2026 | 2026-03-01", "2026年3月1日 | 2026-03-01",
                "31.02.2026 | ''", "soon | ''",
            })
    void datesOfManyFormsBecomeIsoWhereTheSchemaAsksForIt(String written, String value) throws IOException {
        JsonNode date = one("date", "{'type':'string','format':'date'}", "Date: " + written);

        assertThat(date.asText()).isEqualTo(value);
    }

    @Test
    void anEnumGivesItsMatchingWordFromAnywhereInTheText() throws IOException {
        String field = "{'type':'string','enum':['invoice','credit_note','reminder']}";

        assertThat(one("kind", field, "This is a Credit Note for you").asText()).isEqualTo("credit_note");
        assertThat(one("kind", field, "Nothing of the sort").asText()).isEmpty();
    }

    @Test
    void whatIsMissingIsEmpty() throws IOException {
        JsonNode result = extract(
                "nothing",
                """
                {'a':{'type':'string'},'b':{'type':['number','null']},'c':{'type':'array','items':{'type':'string'}},
                 'd':{'type':'array','items':{'type':'object','properties':{'e':{'type':'string'}}}},
                 'f':{'type':'object','properties':{'g':{'type':'string'}}}}""",
                "{'generate_citations':true}");

        assertThat(result.get("extracted_schema")).isEqualTo(json("{'a':'','b':null,'c':[],'d':[],'f':{'g':''}}"));
        assertThat(result.at("/citations/f/g")).isEqualTo(json("{'value':'','bounding_regions':[]}"));
        assertThat(result.at("/citations/d")).isEqualTo(json("[]"));
    }

    @Test
    void anArrayOfStringsIsReadFromAListAfterOrBelowItsLabel() throws IOException {
        String schema =
                "{'colours':{'type':'array','items':{'type':'string'}},'tools':{'type':'array','items':{'type':'string'}}}";

        JsonNode fields = extract("Colours: red, green; blue\n\nTools\n- hammer\n- saw\n\nEnd", schema)
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

    @Test
    void aPartysAddressIsItsOwn() throws IOException {
        String text =
                """
                Seller                  Buyer
                Example Trading         Sample Works
                14 Harbour Row          7 Field Lane
                Northport               Southport
                """;
        String party = "{'type':'object','properties':{'name':{'type':'string'},'address':{'type':'string'}}}";
        JsonNode fields =
                extract(text, "{'seller':" + party + ",'buyer':" + party + "}").get("extracted_schema");

        assertThat(fields)
                .isEqualTo(
                        json(
                                """
                {'seller':{'name':'Example Trading','address':'14 Harbour Row Northport'},
                 'buyer':{'name':'Sample Works','address':'7 Field Lane Southport'}}"""));
    }

    @Test
    void aLabelAndItsValueMayShareATableCell() throws IOException {
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

    @Test
    void aCitationNamesTheWordsThatAreTheValue() throws IOException {
        Path file = files.pdf("a.pdf", "first page", "Order no.: 77-B\nTotal: EUR 1,200.00 net");
        JsonNode citations = new ExtractService()
                .extract(
                        file,
                        "a.pdf",
                        schema("{'order_number':{'type':'string'},'total':{'type':'number'}}"),
                        null,
                        (ObjectNode) json("{'generate_citations':true}"))
                .get("citations");

        JsonNode region = citations.at("/total/bounding_regions/0");
        assertThat(region.get("page_number").asInt()).isEqualTo(2);
        assertThat(region.get("text").asText()).isEqualTo("1,200.00");
        assertThat(CitedText.at(file, region)).isEqualTo("1,200.00");
        assertThat(region.get("position")).hasSize(8);
        assertThat(citations.at("/order_number/value").asText()).isEqualTo("77-B");
    }

    @Test
    void citationsAndStampsAreThereOnlyOnDemand() throws IOException {
        JsonNode plain = extract("x", "{'a':" + STRING + "}");
        JsonNode full = extract("x", "{'a':" + STRING + "}", "{'generate_citations':true,'stamp':true}");

        assertThat(plain.has("citations") || plain.has("stamps")).isFalse();
        assertThat(full.has("citations")).isTrue();
        assertThat(full.get("stamps")).isEqualTo(json("[]"));
    }

    @Test
    void pagesSayWhatWasRead() throws IOException {
        Path file = files.pdf("five.pdf", "a", "b", "Code: 3", "d", "e");
        JsonNode result = new ExtractService()
                .extract(
                        file,
                        "five.pdf",
                        schema("{'code':" + STRING + "}"),
                        (ObjectNode) json("{'page_start':3,'page_count':2}"),
                        null);

        assertThat(result.get("success_count").asInt()).isEqualTo(2);
        assertThat(result.get("pages"))
                .extracting(page -> page.get("page_number").asInt())
                .containsExactly(3, 4);
        assertThat(result.at("/pages/0/status").asText()).isEqualTo("Success");
        assertThat(result.at("/pages/0/width").asInt()).isEqualTo(595);
        assertThat(result.at("/extracted_schema/code").asText()).isEqualTo("3");
    }

    @Test
    void aProtectedPdfIsReadWithItsPassword() throws IOException {
        Path file = files.protectedPdf("p.pdf", "pw", "Code: 9");
        JsonNode result = new ExtractService()
                .extract(file, "p.pdf", schema("{'code':" + STRING + "}"), (ObjectNode) json("{'pdf_pwd':'pw'}"), null);

        assertThat(result.at("/extracted_schema/code").asText()).isEqualTo("9");
    }

    @Test
    void anImageGivesEmptyValues() throws IOException {
        Path file = files.image("a.png", "png", 300, 200);
        JsonNode result = new ExtractService().extract(file, "a.png", schema("{'code':" + STRING + "}"), null, null);

        assertThat(result.at("/extracted_schema/code").asText("none")).isEmpty();
        assertThat(result.at("/pages/0/width").asInt()).isEqualTo(300);
    }

    private JsonNode one(String name, String field, String text) throws IOException {
        return extract(text, "{'" + name + "':" + field + "}").at("/extracted_schema/" + name);
    }

    private JsonNode extract(String text, String properties) throws IOException {
        return extract(text, properties, "{}");
    }

    private JsonNode extract(String text, String properties, String extractOptions) throws IOException {
        Path file = files.text("document.txt", text);
        return new ExtractService()
                .extract(file, "document.txt", schema(properties), null, (ObjectNode) json(extractOptions));
    }

    private static ObjectNode schema(String properties) throws IOException {
        return (ObjectNode) json("{'type':'object','properties':" + properties + "}");
    }

    private static JsonNode json(String text) throws IOException {
        return JSON.readTree(text.replace("\"", "\\\"").replace('\'', '"'));
    }
}
