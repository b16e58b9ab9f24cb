/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.docproc.examples.samples.DocumentSamples;
import io.docproc.local.crop.CropParameters;
import io.docproc.local.crop.CropService;
import io.docproc.local.document.DocumentReaders;
import io.docproc.local.extract.ExtractService;
import io.docproc.local.parse.ParseService;
import io.docproc.local.recognition.Tesseract;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.InputStream;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Scans and photos are read with the installed program tesseract. */
class ScansTest {
    private static final Path SAMPLES = Path.of("../samples");
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    Path folder;

    private ExtractService service;

    @BeforeEach
    void requireTesseract() {
        Optional<Tesseract> tesseract = Tesseract.find();
        assumeTrue(tesseract.isPresent(), "tesseract is not installed");
        service = new ExtractService(new DocumentReaders(tesseract));
    }

    @ParameterizedTest
    @ValueSource(strings = {"invoice-ruled", "invoice-two-pages", "supply-contract"})
    void aScannedPdfGivesTheValuesOfItsOriginal(String name) throws IOException {
        JsonNode result = extract(scanOf(SAMPLES.resolve("documents/" + name + ".pdf")));
        System.out.println(result.toPrettyString());
        for (JsonNode region : CitedText.regions(result.get("citations"))) {
            System.out.println(region + " -> " + CitedText.at(SAMPLES.resolve("documents/" + name + ".pdf"), region));
        }
    }

    @ParameterizedTest
    @CsvSource({"invoice-on-light-table.jpg", "invoice-on-wood.jpg", "invoice-on-dark-cloth.gif", "invoice-upside-down.tiff", "receipt-on-dark-cloth.png"})
    void aPhotographedInvoiceIsCroppedAndExtracted(String name) throws IOException {
        CropParameters parameters = new CropParameters(1, true, false, true, false, true, false, 95, Optional.empty());
        byte[] jpeg = new CropService().crop(SAMPLES.resolve("photos/" + name), parameters).jpeg().orElseThrow();
        Path file = Files.write(folder.resolve(name + ".jpg"), jpeg);
        Files.write(Path.of("/tmp/wt/ocr-out-" + name + ".jpg"), jpeg);
        System.out.println(new ParseService(new DocumentReaders(Tesseract.find())).parse(file, name, null).get("markdown").asText());
        System.out.println(extract(file).toPrettyString());
    }

    private JsonNode extract(Path file) throws IOException {
        try (InputStream in = DocumentSamples.class.getResourceAsStream("/schemas/invoice.json")) {
            ObjectNode options = JSON.createObjectNode().put("generate_citations", true);
            return service.extract(
                    file, file.getFileName().toString(), (ObjectNode) JSON.readTree(in), null, options);
        }
    }

    /** Returns a PDF with an image of each page, at 200 dpi. */
    private Path scanOf(Path original) throws IOException {
        Path file = folder.resolve("scan.pdf");
        try (PDDocument pdf = Loader.loadPDF(original.toFile());
                PDDocument scan = new PDDocument()) {
            PDFRenderer renderer = new PDFRenderer(pdf);
            for (int i = 0; i < pdf.getNumberOfPages(); i++) {
                PDRectangle size = pdf.getPage(i).getCropBox();
                PDPage page = new PDPage(size);
                scan.addPage(page);
                BufferedImage image = renderer.renderImageWithDPI(i, 200, ImageType.GRAY);
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
