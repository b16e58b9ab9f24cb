/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.crop;

import boofcv.io.image.ConvertBufferedImage;
import boofcv.struct.image.GrayU8;
import boofcv.struct.image.Planar;
import io.docproc.local.image.ExifOrientation;
import io.docproc.test.ServiceErrorException;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import javax.imageio.ImageIO;
import javax.imageio.ImageReadParam;
import javax.imageio.ImageReader;
import javax.imageio.stream.ImageInputStream;

/**
 * Decodes images and PDF pages. The dimensions in the header are checked before pixels are decoded.
 *
 * <p>The EXIF orientation is applied, as in image viewers. Sizes and positions refer to the upright image, in which
 * clients draw and check corners.
 */
final class ImageLoader {
    /** Larger images are decoded with half or a third of their resolution, so that memory stays bounded. */
    private static final long MAX_DECODED_PIXELS = 40_000_000;

    /** The JPEG decoder reports a truncated file only by this warning. */
    private static final String TRUNCATED = "premature end";

    /**
     * Reads an image, or the first page of a PDF.
     *
     * @throws ServiceErrorException 40301 to 40305 if the file violates the rules for crop
     * @throws IOException if the file cannot be read
     */
    SourceImage load(Path path) throws IOException {
        ImageFile file = ImageFile.of(path);
        if (file.isPdf()) {
            BufferedImage page = opaque(new PdfPageRenderer(file).render());
            return new SourceImage(page.getWidth(), page.getHeight(), toPlanar(page));
        }
        try (ImageInputStream in = ImageIO.createImageInputStream(path.toFile())) {
            Iterator<ImageReader> readers = ImageIO.getImageReadersByMIMEType(file.mediaType());
            ImageReader reader = readers.next();
            try {
                reader.setInput(in);
                return decode(file, reader);
            } finally {
                reader.dispose();
            }
        }
    }

    private static SourceImage decode(ImageFile file, ImageReader reader) {
        try {
            int width = reader.getWidth(0);
            int height = reader.getHeight(0);
            file.checkDimensions(width, height);
            BufferedImage stored = opaque(read(file, reader, (long) width * height));
            ExifOrientation orientation = ExifOrientation.of(file.path());
            BufferedImage shown = orientation.upright(stored);
            return orientation.swapsSides()
                    ? new SourceImage(height, width, toPlanar(shown))
                    : new SourceImage(width, height, toPlanar(shown));
        } catch (IOException | IllegalArgumentException | IndexOutOfBoundsException | NegativeArraySizeException e) {
            // Image readers throw any of these for corrupted files.
            throw file.corrupted(String.valueOf(e.getMessage()));
        }
    }

    private static BufferedImage read(ImageFile file, ImageReader reader, long pixels) throws IOException {
        List<String> warnings = new ArrayList<>();
        reader.addIIOReadWarningListener((source, warning) -> warnings.add(warning));
        ImageReadParam param = reader.getDefaultReadParam();
        int step = (int) Math.ceil(Math.sqrt((double) pixels / MAX_DECODED_PIXELS));
        param.setSourceSubsampling(step, step, 0, 0);
        BufferedImage image = reader.read(0, param);
        if (warnings.stream()
                .anyMatch(warning -> warning.toLowerCase(Locale.ROOT).contains(TRUNCATED))) {
            throw file.corrupted("it is truncated");
        }
        return image;
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
