/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local;

import com.fasterxml.jackson.databind.JsonNode;
import io.docproc.local.document.Document;
import io.docproc.local.document.DocumentReaders;
import io.docproc.local.document.Page;
import io.docproc.local.document.ReadOptions;
import io.docproc.local.document.TextLine;
import java.awt.geom.Rectangle2D;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.text.PDFTextStripperByArea;

/** Reads the text at the positions of citations. */
public final class CitedText {
    private CitedText() {}

    /** Returns all {@code bounding_regions} of the citations of a result. */
    public static List<JsonNode> regions(JsonNode citations) {
        return citations.findValues("bounding_regions").stream()
                .flatMap(array -> IntStream.range(0, array.size()).mapToObj(array::get))
                .toList();
    }

    /** Returns the text in a region without white space. PDFs are read by PDFBox instead of the code under test. */
    public static String at(Path file, JsonNode region) throws IOException {
        return at(file, region, 0);
    }

    /** Returns the text in a region with a margin. */
    public static String at(Path file, JsonNode region, int margin) throws IOException {
        Rectangle2D area = rectangle(region.get("position"));
        area.setRect(
                area.getX() - margin,
                area.getY() - margin,
                area.getWidth() + 2 * margin,
                area.getHeight() + 2 * margin);
        int page = region.get("page_number").asInt() - 1;
        String text = file.toString().endsWith(".pdf") ? inPdf(file, page, area) : inLayout(file, page, area);
        return squeezed(text);
    }

    public static String squeezed(String text) {
        return text.replaceAll("\\s+", "");
    }

    private static String inPdf(Path file, int page, Rectangle2D area) throws IOException {
        try (PDDocument pdf = Loader.loadPDF(file.toFile())) {
            PDFTextStripperByArea stripper = new PDFTextStripperByArea();
            stripper.setSortByPosition(true);
            stripper.addRegion("cited", area);
            stripper.extractRegions(pdf.getPage(page));
            return stripper.getTextForRegion("cited");
        }
    }

    private static String inLayout(Path file, int index, Rectangle2D area) {
        Document document = new DocumentReaders().read(file, file.getFileName().toString(), ReadOptions.ALL);
        Page page = document.pages().get(index);
        List<String> parts = new ArrayList<>();
        for (TextLine line : page.lines()) {
            parts.add(IntStream.range(0, line.text().length())
                    .filter(i -> area.contains(
                            line.glyphs().get(i).centerX(), line.glyphs().get(i).centerY()))
                    .mapToObj(i -> line.text().substring(i, i + 1))
                    .collect(Collectors.joining()));
        }
        return String.join("", parts);
    }

    private static Rectangle2D rectangle(JsonNode position) {
        int left = position.get(0).asInt();
        int top = position.get(1).asInt();
        return new Rectangle2D.Double(
                left, top, position.get(4).asInt() - left, position.get(5).asInt() - top);
    }
}
