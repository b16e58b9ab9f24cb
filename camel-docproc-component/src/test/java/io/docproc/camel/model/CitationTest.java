/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import io.docproc.camel.testkit.Json;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class CitationTest {
    @Test
    void citationHasFieldValueAndRegions() {
        List<Citation> citations = citations(
                """
                {"invoice_number":{"value":"INV-7","bounding_regions":[
                  {"page_number":2,"position":[10,20,110,20,110,40,10,40],"text":"No. INV-7"}]}}
                """);

        assertThat(citations).singleElement().satisfies(citation -> {
            assertThat(citation.field()).isEqualTo("invoice_number");
            assertThat(citation.value()).isEqualTo("INV-7");
            assertThat(citation.boundingRegions())
                    .containsExactly(
                            new BoundingRegion(2, decimals("10,20,110,20,110,40,10,40"), "No. INV-7", Map.of()));
        });
    }

    @Test
    void nestedCitationsHaveThePathOfTheirField() {
        List<Citation> citations = citations(
                """
                {"seller":{"name":{"value":"A","bounding_regions":[]},
                           "address":{"city":{"value":"B","bounding_regions":[]}}},
                 "items":[{"amount":{"value":1.10,"bounding_regions":[]}},
                          {"amount":{"value":2,"bounding_regions":[]},"tags":[{"value":"x","bounding_regions":[]}]}]}
                """);

        assertThat(citations)
                .extracting(Citation::field, Citation::value)
                .containsExactly(
                        tuple("seller.name", "A"),
                        tuple("seller.address.city", "B"),
                        tuple("items[0].amount", new BigDecimal("1.10")),
                        tuple("items[1].amount", 2),
                        tuple("items[1].tags[0]", "x"));
    }

    @Test
    void aFieldThatIsItselfCalledValueIsNotMistakenForACitation() {
        List<Citation> citations = citations("{\"value\":{\"value\":{\"value\":\"7\",\"bounding_regions\":[]}}}");

        assertThat(citations).extracting(Citation::field).containsExactly("value.value");
    }

    @Test
    void otherNodesAreIgnored() {
        assertThat(citations("{\"a\":null,\"b\":\"text\",\"c\":[],\"d\":{},\"e\":{\"value\":{}}}"))
                .isEmpty();
    }

    @Test
    void aCitationWithoutRegionsIsKept() {
        List<Citation> citations = citations("{\"a\":{\"value\":1,\"bounding_regions\":null},\"b\":{\"value\":\"x\"},"
                + "\"rows\":[{\"c\":{\"value\":[\"y\",\"z\"]}},{\"c\":{\"value\":null}}]}");

        assertThat(citations)
                .containsExactly(
                        new Citation("a", 1, List.of()),
                        new Citation("b", "x", List.of()),
                        new Citation("rows[0].c", List.of("y", "z"), List.of()),
                        new Citation("rows[1].c", null, List.of()));
    }

    @Test
    void unknownKeysOfARegionAreKept() {
        List<Citation> citations =
                citations("{\"a\":{\"value\":1,\"bounding_regions\":[{\"page_number\":\"one\",\"score\":0.5}]}}");

        assertThat(citations.get(0).boundingRegions().get(0).other())
                .containsEntry("page_number", "one")
                .containsEntry("score", new BigDecimal("0.5"));
    }

    private static List<Citation> citations(String json) {
        String response = "{\"code\":200,\"result\":{\"citations\":" + json + "}}";
        return Json.read(response, ExtractResponse.class).result().citationList();
    }

    private static List<BigDecimal> decimals(String numbers) {
        return java.util.Arrays.stream(numbers.split(",")).map(BigDecimal::new).toList();
    }
}
