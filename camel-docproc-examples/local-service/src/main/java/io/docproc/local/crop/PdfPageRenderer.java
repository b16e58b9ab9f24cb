/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.crop;

import io.docproc.local.image.PdfRasterizer;
import io.docproc.test.ServiceErrorException;
import java.awt.image.BufferedImage;
import java.io.IOException;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.common.PDRectangle;
import org.apache.pdfbox.pdmodel.encryption.InvalidPasswordException;
import org.apache.pdfbox.pdmodel.graphics.image.PDImageXObject;
import org.apache.pdfbox.rendering.ImageType;

/** Renders the first page of a PDF, at 200 dpi or less for a very large page. */
final class PdfPageRenderer {
    private static final float POINTS_PER_INCH = 72;
    private static final float DPI = 200;
    private static final float MAX_LONG_SIDE = 6000;

    private final ImageFile file;

    PdfPageRenderer(ImageFile file) {
        this.file = file;
    }

    /**
     * @throws ServiceErrorException 40303 when the PDF is broken, locked or empty; 40304 when the page, or an image on it,
     *     is too small or too large
     */
    BufferedImage render() {
        try (PDDocument document = Loader.loadPDF(file.path().toFile())) {
            if (document.getNumberOfPages() == 0) {
                throw file.corrupted("it has no page");
            }
            PDPage page = document.getPage(0);
            PDRectangle box = page.getCropBox();
            float longSide = Math.max(box.getWidth(), box.getHeight()) / POINTS_PER_INCH;
            float dpi = Math.min(DPI, MAX_LONG_SIDE / longSide);
            file.requireSides(pixels(box.getWidth(), dpi), pixels(box.getHeight(), dpi));
            for (PDImageXObject image : PdfRasterizer.images(page)) {
                file.requireSidesNotTooLong(image.getWidth(), image.getHeight());
            }
            return PdfRasterizer.render(document, 0, dpi, ImageType.BGR);
        } catch (InvalidPasswordException e) {
            throw file.unsupported("protected by a password");
        } catch (IOException | IllegalArgumentException e) {
            throw file.corrupted(String.valueOf(e.getMessage()));
        }
    }

    private static int pixels(float points, float dpi) {
        return Math.round(points / POINTS_PER_INCH * dpi);
    }
}
