/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.docproc.local.crop.CropParameters;
import io.docproc.local.crop.CropService;
import io.docproc.local.document.DocumentReaders;
import io.docproc.local.extract.ExtractService;
import io.docproc.local.parse.ParseService;
import io.docproc.local.photo.Photographs;
import io.docproc.local.recognition.Tesseract;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDPageContentStream;
import org.apache.pdfbox.pdmodel.common.PDRectangle;
import org.apache.pdfbox.pdmodel.graphics.image.LosslessFactory;
import org.apache.pdfbox.rendering.ImageType;
import org.apache.pdfbox.rendering.PDFRenderer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Scans and photos are read with the installed program tesseract, whose version decides what it recognizes. */
@Tag("endurance")
class ScansTest {
    private static final Path SAMPLES = Path.of("../../shared/samples");
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    Path folder;

    private DocumentReaders readers;

    @BeforeEach
    void requireTesseract() {
        Optional<Tesseract> tesseract = Tesseract.find();
        assumeTrue(tesseract.isPresent(), "tesseract is not installed");
        readers = new DocumentReaders(tesseract);
    }

    @ParameterizedTest
    @ValueSource(strings = "invoice-ruled")
    void aScannedPdfHasTheValuesAndPositionsOfItsOriginal(String name) throws IOException {
        Path original = SAMPLES.resolve("documents/" + name + ".pdf");
        JsonNode truth = JSON.readTree(
                SAMPLES.resolve("documents/" + name + ".fields.json").toFile());

        JsonNode result = extract(scanOf(original));

        assertThat(CitedText.squeezed(DocumentSamplesTest.plain(result.get("extracted_schema"))))
                .isEqualTo(CitedText.squeezed(DocumentSamplesTest.plain(truth)));
        List<JsonNode> regions = CitedText.regions(result.get("citations"));
        assertThat(regions).hasSizeGreaterThan(5);
        for (JsonNode region : regions) {
            assertThat(CitedText.at(original, region, 2))
                    .contains(CitedText.squeezed(region.get("text").asText()));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"invoice-two-pages", "supply-contract"})
    void eachScannedPdfHasTheValuesOfItsOriginal(String name) throws IOException {
        aScannedPdfHasTheValuesAndPositionsOfItsOriginal(name);
    }

    @ParameterizedTest
    @CsvSource("invoice-on-wood.jpg, 20252001, 2025-05-14, 3660.84, 6")
    void aPhotographedInvoiceIsCroppedAndThenExtractedWithCitations(
            String photo, String number, String date, BigDecimal total, int leastItems) throws IOException {
        JsonNode result = extract(cropped(SAMPLES.resolve("photos/" + photo)));

        JsonNode fields = result.get("extracted_schema");
        assertThat(fields.get("invoice_number").asText()).isEqualTo(number);
        assertThat(fields.get("invoice_date").asText()).isEqualTo(date);
        assertThat(fields.get("total").decimalValue()).isEqualByComparingTo(total);
        assertThat(fields.get("items")).hasSizeGreaterThanOrEqualTo(leastItems);
        JsonNode region = result.at("/citations/invoice_number/bounding_regions/0");
        JsonNode page = result.at("/pages/0");
        assertThat(region.get("text").asText()).isEqualTo(number);
        // The number is printed at 78 % to 91 % of the width, and at 23 % of the height of the paper.
        assertThat(region.at("/position/0").asDouble() / page.get("width").asInt())
                .isBetween(0.74, 0.82);
        assertThat(region.at("/position/4").asDouble() / page.get("width").asInt())
                .isBetween(0.86, 0.93);
        assertThat(region.at("/position/1").asDouble() / page.get("height").asInt())
                .isBetween(0.20, 0.23);
        assertThat(region.at("/position/5").asDouble() / page.get("height").asInt())
                .isBetween(0.22, 0.24);
    }

    @ParameterizedTest
    @CsvSource({
        "invoice-on-light-table.jpg, 20258108, 2025-05-10, 5134.35, 6",
        "invoice-upside-down.tiff, 20250211, 2025-06-17, 3545.21, 1"
    })
    void eachPhotographedInvoiceIsCroppedAndThenExtracted(
            String photo, String number, String date, BigDecimal total, int leastItems) throws IOException {
        aPhotographedInvoiceIsCroppedAndThenExtractedWithCitations(photo, number, date, total, leastItems);
    }

    @Test
    void aScannedLetterIsParsedWithParagraphs() throws IOException {
        Path scan = Photographs.write(Photographs.letterScan(), "png", folder.resolve("letter.png"));

        JsonNode data = new ParseService(readers).parse(scan, "letter.png", null);

        assertThat(data.has("warnings")).isFalse();
        assertThat(data.get("markdown").asText())
                .contains("Confirmation of your enquiry")
                .contains(
                        "thank you for your enquiry about the delivery of office furniture to our branch in Sampletown.");
    }

    private Path cropped(Path photo) throws IOException {
        CropParameters upright = new CropParameters(-1, true, false, true, false, true, false, 95, Optional.empty());
        return Files.write(
                folder.resolve("cropped.jpg"),
                new CropService().crop(photo, upright).jpeg().orElseThrow());
    }

    private JsonNode extract(Path file) throws IOException {
        try (InputStream in = Photographs.class.getResourceAsStream("/schemas/invoice.json")) {
            ObjectNode options = JSON.createObjectNode().put("generate_citations", true);
            return new ExtractService(readers)
                    .extract(file, file.getFileName().toString(), (ObjectNode) JSON.readTree(in), null, options);
        }
    }

    /** Returns a PDF with an image of each page, at 300 dpi. */
    private Path scanOf(Path original) throws IOException {
        Path file = folder.resolve("scan.pdf");
        try (PDDocument pdf = Loader.loadPDF(original.toFile());
                PDDocument scan = new PDDocument()) {
            PDFRenderer renderer = new PDFRenderer(pdf);
            for (int i = 0; i < pdf.getNumberOfPages(); i++) {
                PDRectangle size = pdf.getPage(i).getCropBox();
                PDPage page = new PDPage(size);
                scan.addPage(page);
                BufferedImage image = renderer.renderImageWithDPI(i, 300, ImageType.GRAY);
                try (PDPageContentStream content = new PDPageContentStream(scan, page)) {
                    content.drawImage(
                            LosslessFactory.createFromImage(scan, image), 0, 0, size.getWidth(), size.getHeight());
                }
            }
            scan.save(file.toFile());
        }
        return file;
    }
}
