/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.document;

import boofcv.io.image.ConvertBufferedImage;
import boofcv.struct.image.GrayU8;
import io.docproc.local.image.ExifOrientation;
import io.docproc.local.image.IlluminationCorrection;
import io.docproc.local.image.PdfRasterizer;
import io.docproc.local.recognition.RecognizedWord;
import io.docproc.local.recognition.Tesseract;
import io.docproc.test.ServiceErrorException;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import javax.imageio.ImageReadParam;
import javax.imageio.ImageReader;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.rendering.ImageType;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Recognizes the text of pages without text layer. Without an installed program such pages have no text. */
final class PageRecognizer {
    private static final Logger LOG = LoggerFactory.getLogger(PageRecognizer.class);
    private static final int INTERNAL_ERROR = 500;

    /** Longer side of an A4 page in pixels at 300 dpi, the resolution that text recognition expects. */
    private static final double LONG_SIDE = 3508;

    private static final double MAX_ENLARGEMENT = 2;
    private static final float DPI = 300;
    private static final float POINTS_PER_INCH = 72;

    /** Limits the memory for a decoded image. */
    private static final long MAX_PIXELS = 100_000_000;

    private final Optional<Tesseract> tesseract;

    PageRecognizer(Optional<Tesseract> tesseract) {
        this.tesseract = tesseract;
    }

    /** Returns the blocks of an upright image in pixels. */
    List<Block> blocks(ImageReader reader, int index, ExifOrientation orientation) throws IOException {
        int width = reader.getWidth(index);
        int height = reader.getHeight(index);
        if (tesseract.isEmpty() || isTooLarge(width, height)) {
            return List.of();
        }
        double scale = Math.min(MAX_ENLARGEMENT, LONG_SIDE / Math.max(width, height));
        ImageReadParam param = reader.getDefaultReadParam();
        int step = Math.max(1, (int) (1 / scale));
        param.setSourceSubsampling(step, step, 0, 0);
        BufferedImage scaled = gray(reader.read(index, param), pixels(width, scale), pixels(height, scale));
        return blocks(orientation.upright(scaled), 1 / scale);
    }

    /** Returns the blocks of a displayed PDF page in points. */
    List<Block> blocks(PDDocument pdf, int index) throws IOException {
        PDPage page = pdf.getPage(index);
        if (tesseract.isEmpty()
                || !page.hasContents()
                || PdfRasterizer.images(page).stream()
                        .anyMatch(image -> isTooLarge(image.getWidth(), image.getHeight()))) {
            return List.of();
        }
        float longSide =
                Math.max(page.getCropBox().getWidth(), page.getCropBox().getHeight());
        float dpi = Math.min(DPI, (float) LONG_SIDE / (longSide / POINTS_PER_INCH));
        return blocks(PdfRasterizer.render(pdf, index, dpi, ImageType.GRAY), POINTS_PER_INCH / dpi);
    }

    private List<Block> blocks(BufferedImage image, double scale) {
        try {
            List<RecognizedWord> words = tesseract.orElseThrow().recognize(withoutShadows(image));
            return new PageAssembler(RecognizedLines.of(words, scale)).blocks();
        } catch (IOException e) {
            LOG.warn("Text recognition failed: {}", e.toString());
            throw new ServiceErrorException(INTERNAL_ERROR, "text recognition failed: " + e.getMessage());
        }
    }

    private static boolean isTooLarge(long width, long height) {
        if (width * height <= MAX_PIXELS) {
            return false;
        }
        LOG.warn(
                "Text of an image of {} x {} pixels is not recognized; allowed are at most {} pixels. Reduce the image.",
                width,
                height,
                MAX_PIXELS);
        return true;
    }

    private static BufferedImage withoutShadows(BufferedImage gray) {
        GrayU8 even = IlluminationCorrection.apply(ConvertBufferedImage.convertFrom(gray, (GrayU8) null));
        return ConvertBufferedImage.convertTo(even, null);
    }

    private static BufferedImage gray(BufferedImage image, int width, int height) {
        BufferedImage gray = new BufferedImage(width, height, BufferedImage.TYPE_BYTE_GRAY);
        Graphics2D graphics = gray.createGraphics();
        graphics.setRenderingHint(RenderingHints.KEY_INTERPOLATION, RenderingHints.VALUE_INTERPOLATION_BICUBIC);
        graphics.drawImage(image, 0, 0, width, height, Color.WHITE, null);
        graphics.dispose();
        return gray;
    }

    private static int pixels(int side, double scale) {
        return (int) Math.max(1, Math.round(side * scale));
    }
}
