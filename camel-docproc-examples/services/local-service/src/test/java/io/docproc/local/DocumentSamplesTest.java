/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.docproc.examples.samples.NumberedDocuments;
import io.docproc.local.extract.ExtractService;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class DocumentSamplesTest {
    private static final Path SAMPLES = Path.of("../../shared/samples/documents");
    private static final ObjectMapper JSON = new ObjectMapper();

    static List<Path> samples() throws IOException {
        try (Stream<Path> all = Files.list(SAMPLES)) {
            return all.filter(file -> file.toString().matches(".*\\.(pdf|xlsx|docx)"))
                    .sorted()
                    .toList();
        }
    }

    @Test
    void thereAreFiveSamplesOfThreeFormats() throws IOException {
        assertThat(samples())
                .extracting(file -> file.getFileName().toString())
                .containsExactly(
                        "delivery-note.docx",
                        "invoice-ruled.pdf",
                        "invoice-two-pages.pdf",
                        "order-list.xlsx",
                        "supply-contract.pdf");
    }

    @ParameterizedTest
    @MethodSource("samples")
    void oneSchemaExtractsTheTrueValuesOfEachSample(Path sample) throws IOException {
        JsonNode truth = JSON.readTree(Path.of(sample.toString().replaceAll("\\.\\w+$", ".fields.json"))
                .toFile());

        assertThat(plain(extract(sample, "invoice").get("extracted_schema"))).isEqualTo(plain(truth));
    }

    @ParameterizedTest
    @MethodSource("samples")
    void everyCitationHasThePositionOfItsText(Path sample) throws IOException {
        List<JsonNode> regions = CitedText.regions(extract(sample, "invoice").get("citations"));

        assertThat(regions).hasSizeGreaterThan(5);
        for (JsonNode region : regions) {
            assertThat(CitedText.at(sample, region))
                    .isEqualTo(CitedText.squeezed(region.get("text").asText()));
        }
    }

    @Test
    void thePartiesOfTheContractAreExtractedAsNestedObjects() throws IOException {
        JsonNode fields =
                extract(SAMPLES.resolve("supply-contract.pdf"), "contract").get("extracted_schema");

        assertThat(fields.at("/contract_number").asText()).isEqualTo("SC-2026-009");
        assertThat(fields.at("/contract_date").asText()).isEqualTo("2026-02-02");
        assertThat(fields.at("/seller/name").asText()).isEqualTo("Example Trading Ltd");
        assertThat(fields.at("/buyer/name").asText()).isEqualTo("Muster Handel GmbH");
        assertThat(fields.at("/total_price").decimalValue()).isEqualByComparingTo("48000");
        assertThat(fields.at("/currency").asText()).isEqualTo("EUR");
        assertThat(fields.at("/delivery_date").asText()).isEqualTo("2026-04-15");
        assertThat(fields.at("/buyer/address").asText()).isEmpty();
    }

    private static ObjectNode extract(Path sample, String schema) throws IOException {
        try (InputStream in = NumberedDocuments.class.getResourceAsStream("/schemas/" + schema + ".json")) {
            ObjectNode options = JSON.createObjectNode().put("generate_citations", true);
            return new ExtractService()
                    .extract(sample, sample.getFileName().toString(), (ObjectNode) JSON.readTree(in), null, options);
        }
    }

    /** Normalizes numbers, so that 5, 5.0 and 5.00 are equal. */
    static String plain(JsonNode node) throws IOException {
        JsonNode copy = JSON.readTree(JSON.writeValueAsString(node));
        StringBuilder text = new StringBuilder();
        append(copy, text);
        return text.toString();
    }

    private static void append(JsonNode node, StringBuilder text) {
        if (node.isNumber()) {
            text.append(new BigDecimal(node.asText()).stripTrailingZeros().toPlainString());
        } else if (node.isContainerNode()) {
            text.append('[');
            if (node.isObject()) {
                node.properties().forEach(entry -> {
                    text.append(entry.getKey()).append('=');
                    append(entry.getValue(), text);
                    text.append(", ");
                });
            } else {
                node.forEach(child -> append(child, text));
            }
            text.append("]\n");
        } else {
            text.append(node);
        }
    }
}
