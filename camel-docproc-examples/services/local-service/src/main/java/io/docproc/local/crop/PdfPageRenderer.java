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

/** Renders the first page of a PDF with 200 dpi, and a very large page with less. */
final class PdfPageRenderer {
    private static final float POINTS_PER_INCH = 72;
    private static final float DPI = 200;
    private static final float MAX_LONG_SIDE = 6000;
    private static final int MAX_IMAGE_SIDE = 10_000;
    private static final int FILE_TYPE = 40303;
    private static final int DIMENSIONS = 40304;

    private final ImageFile file;

    PdfPageRenderer(ImageFile file) {
        this.file = file;
    }

    /**
     * Renders the first page.
     *
     * @throws ServiceErrorException 40303 if the PDF is corrupted, requires a password or has no page, 40304 if the
     *     page is too small or too large, or an image on it is too large
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
            file.checkDimensions(pixels(box.getWidth(), dpi), pixels(box.getHeight(), dpi));
            for (PDImageXObject image : PdfRasterizer.images(page)) {
                if (Math.max(image.getWidth(), image.getHeight()) > MAX_IMAGE_SIDE) {
                    throw new ServiceErrorException(
                            DIMENSIONS,
                            "invalid image dimensions: " + image.getWidth() + " x " + image.getHeight()
                                    + " pixels (an image on the PDF page); allowed are at most " + MAX_IMAGE_SIDE);
                }
            }
            return PdfRasterizer.render(document, 0, dpi, ImageType.BGR);
        } catch (InvalidPasswordException e) {
            throw new ServiceErrorException(
                    FILE_TYPE, "unsupported file type: " + file.mediaType() + " that requires a password");
        } catch (IOException | IllegalArgumentException e) {
            throw file.corrupted(String.valueOf(e.getMessage()));
        }
    }

    private static int pixels(float points, float dpi) {
        return Math.round(points / POINTS_PER_INCH * dpi);
    }
}
