/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.samples;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDPageContentStream;
import org.apache.pdfbox.pdmodel.common.PDRectangle;
import org.apache.pdfbox.pdmodel.font.PDType1Font;
import org.apache.pdfbox.pdmodel.font.Standard14Fonts;

/**
 * Generates any number of small documents with a unique reference in their text: PDF, plain text, HTML and CSV in turn.
 */
public final class NumberedDocuments {
    private static final List<String> GOODS =
            List.of("desk lamp", "oak shelf", "wall clock", "garden chair", "tea set");

    private NumberedDocuments() {}

    /**
     * Writes the documents.
     *
     * @param folder an existing folder
     * @return the files, in the order of their numbers
     */
    public static List<Path> write(Path folder, int documents) throws IOException {
        List<Path> files = new ArrayList<>();
        for (int number = 1; number <= documents; number++) {
            files.add(document(folder, number));
        }
        return files;
    }

    /** Returns the reference, which only the document of this number contains. */
    private static String reference(int number) {
        return String.format(Locale.ROOT, "REF-%05d", number);
    }

    private static Path document(Path folder, int number) throws IOException {
        String name = String.format(Locale.ROOT, "document-%05d", number);
        String goods = GOODS.get(number % GOODS.size());
        String delivery = 1 + number % 9 + " x " + goods + " was delivered as ordered.";
        String reference = reference(number);
        return switch (number % 4) {
            case 0 -> pdf(folder.resolve(name + ".pdf"), reference, delivery);
            case 1 ->
                Files.writeString(
                        folder.resolve(name + ".txt"), "Delivery report " + reference + "\n\n" + delivery + "\n");
            case 2 ->
                Files.writeString(
                        folder.resolve(name + ".html"),
                        "<html><body><h1>Delivery report " + reference + "</h1><p>" + delivery
                                + "</p></body></html>\n");
            default ->
                Files.writeString(folder.resolve(name + ".csv"), "reference,goods\n" + reference + "," + goods + "\n");
        };
    }

    private static Path pdf(Path file, String reference, String delivery) throws IOException {
        try (PDDocument document = new PDDocument()) {
            PDPage page = new PDPage(PDRectangle.A4);
            document.addPage(page);
            try (PDPageContentStream content = new PDPageContentStream(document, page)) {
                content.beginText();
                content.newLineAtOffset(60, 760);
                content.setLeading(40);
                content.setFont(new PDType1Font(Standard14Fonts.FontName.HELVETICA_BOLD), 18);
                content.showText("Delivery report " + reference);
                content.newLine();
                content.setFont(new PDType1Font(Standard14Fonts.FontName.HELVETICA), 11);
                content.showText(delivery);
                content.endText();
            }
            document.save(file.toFile());
        }
        return file;
    }
}
