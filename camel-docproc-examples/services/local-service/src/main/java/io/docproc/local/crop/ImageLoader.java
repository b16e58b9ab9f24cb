/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.crop;

import boofcv.io.image.ConvertBufferedImage;
import boofcv.struct.image.GrayU8;
import boofcv.struct.image.Planar;
import io.docproc.local.document.DocumentRules;
import io.docproc.local.image.ExifOrientation;
import io.docproc.local.image.PdfRasterizer;
import io.docproc.test.ServiceErrorException;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import javax.imageio.ImageIO;
import javax.imageio.ImageReadParam;
import javax.imageio.ImageReader;
import javax.imageio.stream.ImageInputStream;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.common.PDRectangle;
import org.apache.pdfbox.pdmodel.encryption.InvalidPasswordException;
import org.apache.pdfbox.pdmodel.graphics.image.PDImageXObject;
import org.apache.pdfbox.rendering.ImageType;

/**
 * Decodes images and PDF pages. The dimensions in the header are checked before pixels are decoded. The first page of a
 * PDF is rendered with 200 dpi, and a very large page with less.
 *
 * <p>The EXIF orientation is applied, as in image viewers. Sizes and positions refer to the upright image, in which
 * clients draw and check corners.
 */
final class ImageLoader {
    /** Larger images are decoded with half or a third of their resolution, so that memory stays bounded. */
    private static final long MAX_DECODED_PIXELS = 40_000_000;

    /** The JPEG decoder reports a truncated file only by this warning. */
    private static final String TRUNCATED = "premature end";

    private static final String PDF = "application/pdf";
    private static final float POINTS_PER_INCH = 72;
    private static final float DPI = 200;
    private static final float MAX_PAGE_SIDE = 6000;
    private static final int MAX_IMAGE_SIDE = 10_000;
    private static final int IMAGE_TYPE = 40301;
    private static final int FILE_TYPE = 40303;
    private static final int DIMENSIONS = 40304;

    /**
     * Decoded image.
     *
     * @param width width of the original in pixels, after EXIF orientation
     * @param height height of the original in pixels, after EXIF orientation
     * @param pixels red, green and blue, at a reduced resolution for a very large original
     */
    record SourceImage(int width, int height, Planar<GrayU8> pixels) {
        /** Converts from coordinates of {@link #pixels} to those of the original. */
        Quad toOriginal(Quad quad) {
            return quad.scaled((double) width / pixels.width, (double) height / pixels.height);
        }

        /** Converts from coordinates of the original to those of {@link #pixels}. */
        Quad toPixels(Quad quad) {
            return quad.scaled((double) pixels.width / width, (double) pixels.height / height);
        }
    }

    private final Path file;
    private final String mediaType;

    private ImageLoader(Path file) throws IOException {
        this.file = file;
        mediaType = DocumentRules.CROP.check(file);
    }

    /**
     * Reads an image, or the first page of a PDF.
     *
     * @throws ServiceErrorException 40301 to 40305 if the file violates the rules for crop
     * @throws IOException if the file cannot be read
     */
    static SourceImage load(Path file) throws IOException {
        ImageLoader loader = new ImageLoader(file);
        try {
            return loader.mediaType.equals(PDF) ? loader.page() : loader.image();
        } catch (ServiceErrorException e) {
            throw e;
        } catch (IOException | RuntimeException | StackOverflowError e) {
            // The libraries throw many kinds of exceptions for corrupted files, and recurse endlessly into cyclic
            // fonts.
            throw loader.corrupted(String.valueOf(e.getMessage()));
        }
    }

    private SourceImage image() throws IOException {
        ImageReader reader = ImageIO.getImageReadersByMIMEType(mediaType).next();
        try (ImageInputStream in = ImageIO.createImageInputStream(file.toFile())) {
            reader.setInput(in);
            int width = reader.getWidth(0);
            int height = reader.getHeight(0);
            DocumentRules.CROP.checkDimensions(mediaType, width, height);
            BufferedImage stored = opaque(decode(reader, (long) width * height));
            ExifOrientation orientation = ExifOrientation.of(file);
            Planar<GrayU8> pixels = toPlanar(orientation.upright(stored));
            return orientation.swapsSides()
                    ? new SourceImage(height, width, pixels)
                    : new SourceImage(width, height, pixels);
        } finally {
            reader.dispose();
        }
    }

    private BufferedImage decode(ImageReader reader, long pixels) throws IOException {
        List<String> warnings = new ArrayList<>();
        reader.addIIOReadWarningListener((source, warning) -> warnings.add(warning.toLowerCase(Locale.ROOT)));
        ImageReadParam param = reader.getDefaultReadParam();
        int step = (int) Math.ceil(Math.sqrt((double) pixels / MAX_DECODED_PIXELS));
        param.setSourceSubsampling(step, step, 0, 0);
        BufferedImage image = reader.read(0, param);
        if (warnings.stream().anyMatch(warning -> warning.contains(TRUNCATED))) {
            throw corrupted("it is truncated");
        }
        return image;
    }

    private SourceImage page() throws IOException {
        try (PDDocument document = Loader.loadPDF(file.toFile())) {
            if (document.getNumberOfPages() == 0) {
                throw corrupted("it has no page");
            }
            PDPage page = document.getPage(0);
            PDRectangle box = page.getCropBox();
            float inches = Math.max(box.getWidth(), box.getHeight()) / POINTS_PER_INCH;
            float dpi = Math.min(DPI, MAX_PAGE_SIDE / inches);
            float scale = dpi / POINTS_PER_INCH;
            DocumentRules.CROP.checkDimensions(
                    mediaType, Math.round(box.getWidth() * scale), Math.round(box.getHeight() * scale));
            for (PDImageXObject image : PdfRasterizer.images(page)) {
                if (Math.max(image.getWidth(), image.getHeight()) > MAX_IMAGE_SIDE) {
                    throw new ServiceErrorException(
                            DIMENSIONS,
                            "invalid image dimensions: " + image.getWidth() + " x " + image.getHeight()
                                    + " pixels (an image on the PDF page); allowed are at most " + MAX_IMAGE_SIDE);
                }
            }
            BufferedImage rendered = opaque(PdfRasterizer.render(document, 0, dpi, ImageType.BGR));
            return new SourceImage(rendered.getWidth(), rendered.getHeight(), toPlanar(rendered));
        } catch (InvalidPasswordException e) {
            throw new ServiceErrorException(
                    FILE_TYPE, "unsupported file type: " + mediaType + " that requires a password");
        }
    }

    private ServiceErrorException corrupted(String reason) {
        return new ServiceErrorException(IMAGE_TYPE, "file is corrupted: " + mediaType + ", " + reason);
    }

    private static Planar<GrayU8> toPlanar(BufferedImage image) {
        return ConvertBufferedImage.convertFromPlanar(image, null, true, GrayU8.class);
    }

    /** Returns the image with three bytes per pixel, on white where it is transparent. */
    private static BufferedImage opaque(BufferedImage image) {
        if (image.getType() == BufferedImage.TYPE_3BYTE_BGR) return image;
        BufferedImage opaque = new BufferedImage(image.getWidth(), image.getHeight(), BufferedImage.TYPE_3BYTE_BGR);
        Graphics2D pen = opaque.createGraphics();
        pen.drawImage(image, 0, 0, Color.WHITE, null);
        pen.dispose();
        return opaque;
    }
}
