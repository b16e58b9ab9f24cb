/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.quickstart;

import java.io.File;
import java.io.IOException;
import java.util.Locale;
import java.util.Set;
import org.apache.camel.Body;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.text.PDFTextStripper;

/** Selects the operation: crop for photographed or scanned pages, extract for documents with text. */
public final class OperationSelector {
    private static final Set<String> IMAGES = Set.of("jpg", "jpeg", "png", "bmp", "webp", "tif", "tiff", "gif");
    private static final int PAGES_TO_LOOK_AT = 5;

    /** Returns true for an image by its name and for a PDF without text. The component checks the content. */
    public boolean isPage(@Body File file) {
        String name = file.getName();
        String extension = name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
        return IMAGES.contains(extension) || extension.equals("pdf") && hasNoText(file);
    }

    private static boolean hasNoText(File file) {
        try (PDDocument pdf = Loader.loadPDF(file)) {
            PDFTextStripper stripper = new PDFTextStripper();
            stripper.setEndPage(PAGES_TO_LOOK_AT);
            return stripper.getText(pdf).isBlank();
        } catch (IOException e) {
            // the service reports the error
            return false;
        }
    }
}
