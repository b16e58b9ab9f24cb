/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.extract;

import static io.docproc.local.extract.SmallExtraction.STRING;
import static io.docproc.local.extract.SmallExtraction.json;
import static io.docproc.local.extract.SmallExtraction.schema;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.docproc.local.CitedText;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ExtractServiceTest extends WithSmallExtraction {
    @Test
    void missingValuesAreEmpty() throws IOException {
        JsonNode result = extraction.extract(
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
    void aCitationHasTheTextOfTheValue() throws IOException {
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
    void citationsAndStampsAreReturnedOnRequest() throws IOException {
        JsonNode plain = extraction.extract("x", "{'a':" + STRING + "}");
        JsonNode full = extraction.extract("x", "{'a':" + STRING + "}", "{'generate_citations':true,'stamp':true}");

        assertThat(plain.has("citations") || plain.has("stamps")).isFalse();
        assertThat(full.has("citations")).isTrue();
        assertThat(full.get("stamps")).isEqualTo(json("[]"));
    }

    @Test
    void pagesHaveNumberSizeAndStatus() throws IOException {
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
    void valuesOfAnImageAreEmpty() throws IOException {
        Path file = files.image("a.png", "png", 300, 200);
        JsonNode result = new ExtractService().extract(file, "a.png", schema("{'code':" + STRING + "}"), null, null);

        assertThat(result.at("/extracted_schema/code").asText("none")).isEmpty();
        assertThat(result.at("/pages/0/width").asInt()).isEqualTo(300);
    }
}
