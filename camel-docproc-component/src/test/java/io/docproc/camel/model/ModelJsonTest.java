/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.model;

import static io.docproc.camel.testkit.Json.read;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import com.fasterxml.jackson.databind.JsonNode;
import io.docproc.camel.testkit.Json;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.ZoneId;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.camel.converter.stream.InputStreamCache;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

/** JSON of the records: reading, exact numbers, defaults of absent values, and writing in the spelling of the service. */
final class ModelJsonTest {

    private static final ZoneId ZONE = ZoneId.of("Asia/Shanghai");

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
    void aCitationWithoutRegionsIsKeptAndOtherNodesAreIgnored() {
        List<Citation> citations = citations("{\"a\":{\"value\":1,\"bounding_regions\":null},\"b\":{\"value\":\"x\"},"
                + "\"rows\":[{\"c\":{\"value\":[\"y\",\"z\"]}},{\"c\":{\"value\":null}}],"
                + "\"n\":null,\"t\":\"text\",\"l\":[],\"d\":{},\"e\":{\"value\":{}}}");

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

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5_998, 6_000, 6_001, 100_000})
    void anImageOfAnyLengthIsBase64WithoutLineBreaks(int length) {
        byte[] jpeg = new byte[length];
        new Random(length).nextBytes(jpeg);

        JsonNode json = read(Json.write(image(new InputStreamCache(jpeg))));

        assertThat(json.get("image").asText()).isEqualTo(Base64.getEncoder().encodeToString(jpeg));
    }

    private static CroppedImage image(InputStreamCache jpeg) {
        return new CroppedImage(1, 1, jpeg, List.of(), -1, Map.of());
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"", "soon", "2026-05-01", "2026-13-01 00:00:00", "2026-05-01T12:00:00Z"})
    void packageWithUnreadableEndIsNotExpired(String endTime) {
        ServicePackage unreadable = packageWith(1, endTime);

        assertThat(unreadable.endsAt()).isEmpty();
        assertThat(unreadable.expiredAt(Clock.system(ZONE))).isFalse();
    }

    private static ServicePackage packageWith(long remaining, String endTime) {
        return new ServicePackage(1, List.of(), 100, remaining, 0, null, null, endTime, Map.of());
    }

    @Test
    void onlySetValuesAreSent() {
        assertThat(Json.write(CategoryField.named("Total"))).isEqualTo("{\"name\":\"Total\"}");
        assertThat(Json.write(new CategoryTable("1", "2", "3", true, null, null, null, null, null)))
                .isEqualTo("{\"workspace_id\":\"1\",\"category_id\":\"2\",\"table_id\":\"3\","
                        + "\"collect_from_multi_table\":true}");
    }

    @Test
    void anEmptyListAndAnEmptyTextAreSentBecauseTheyClear() {
        CategoryField clearing = read("{\"alias\":[],\"identity\":\"\"}", CategoryField.class);

        assertThat(clearing.alias()).isEqualTo(List.of());
        assertThat(Json.write(clearing)).isEqualTo("{\"alias\":[],\"identity\":\"\"}");
    }
}
