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
 * Decodes what crop takes. Dimensions are read from the header and checked before a pixel is decoded.
 *
 * <p>An image with an EXIF orientation is turned as every viewer shows it, and all sizes and positions are those of
 * the image as shown: that is the picture in which a client draws or checks corners.
 */
final class ImageLoader {
    /** Beyond this the image is decoded at half or a third of its resolution, so that memory stays bounded. */
    private static final long MAX_DECODED_PIXELS = 40_000_000;

    /** The only sign that the JPEG decoder gives of a file that ends too early. */
    private static final String TRUNCATED = "premature end";

    /**
     * Reads an image, or a PDF's first page.
     *
     * @throws ServiceErrorException 40301, 40302, 40303, 40304 or 40305 when the file is not one that crop takes
     * @throws IOException when the file cannot be read at all
     */
    SourceImage load(Path path) throws IOException {
        ImageFile file = ImageFile.of(path);
        if (file.reader().equals(ImageFile.PDF)) {
            BufferedImage page = opaque(new PdfPageRenderer(file).render());
            return new SourceImage(page.getWidth(), page.getHeight(), toPlanar(page));
        }
        try (ImageInputStream in = ImageIO.createImageInputStream(path.toFile())) {
            Iterator<ImageReader> readers = ImageIO.getImageReadersByFormatName(file.reader());
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
            file.requireSides(width, height);
            requireSingleFrame(file, reader);
            BufferedImage stored = opaque(read(file, reader, (long) width * height));
            ExifOrientation orientation = ExifOrientation.of(file.path());
            BufferedImage shown = orientation.upright(stored);
            return orientation.swapsSides()
                    ? new SourceImage(height, width, toPlanar(shown))
                    : new SourceImage(width, height, toPlanar(shown));
        } catch (IOException | IllegalArgumentException | IndexOutOfBoundsException | NegativeArraySizeException e) {
            // Readers answer broken bytes with any of these.
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
            throw file.corrupted("it ends too early");
        }
        return image;
    }

    private static void requireSingleFrame(ImageFile file, ImageReader reader) throws IOException {
        if (file.reader().equals("gif")) {
            int frames = reader.getNumImages(true);
            if (frames < 1) throw file.corrupted("it has no frame");
            if (frames > 1) {
                throw file.unsupported(frames + " frames, only a single frame is taken");
            }
        }
    }

    private static Planar<GrayU8> toPlanar(BufferedImage image) {
        return ConvertBufferedImage.convertFromPlanar(image, null, true, GrayU8.class);
    }

    /** Three bytes per pixel, on white where the image is transparent. */
    private static BufferedImage opaque(BufferedImage image) {
        if (image.getType() == BufferedImage.TYPE_3BYTE_BGR) return image;
        BufferedImage opaque = new BufferedImage(image.getWidth(), image.getHeight(), BufferedImage.TYPE_3BYTE_BGR);
        Graphics2D pen = opaque.createGraphics();
        pen.drawImage(image, 0, 0, Color.WHITE, null);
        pen.dispose();
        return opaque;
    }
}
