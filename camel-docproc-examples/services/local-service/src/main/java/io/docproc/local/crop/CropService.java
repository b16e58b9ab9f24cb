/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.crop;

import boofcv.alg.distort.RemovePerspectiveDistortion;
import boofcv.alg.misc.GImageMiscOps;
import boofcv.concurrency.BoofConcurrency;
import boofcv.io.image.ConvertBufferedImage;
import boofcv.struct.image.GrayU8;
import boofcv.struct.image.Planar;
import io.docproc.local.crop.ImageLoader.SourceImage;
import io.docproc.test.ServiceErrorException;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.Rectangle;
import java.awt.RenderingHints;
import java.awt.geom.Area;
import java.awt.geom.RoundRectangle2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Optional;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageWriteParam;
import javax.imageio.ImageWriter;
import javax.imageio.stream.ImageOutputStream;

/**
 * Image processing of the crop call (interface document, Crop and enhance): detects the document in a photo, crops it,
 * corrects perspective and rotation, and enhances it.
 *
 * <p>Sizes and positions refer to the image after its EXIF orientation is applied. Images of more than 40 million
 * pixels are processed and returned with half or a third of their resolution. Perspective is corrected, curvature is
 * not.
 *
 * <p>Thread-safe. A call is processed on the calling thread.
 */
public final class CropService {
    /** Radius of rounded corners, as a share of the shorter side. */
    private static final double CORNER_RADIUS = 0.05;

    static {
        // The number of concurrent calls is limited by the service; BoofCV's pool would add its own threads.
        BoofConcurrency.USE_CONCURRENT = false;
    }

    /**
     * Crops and enhances an image.
     *
     * @param file an image or PDF; the format is detected from the content
     * @param parameters the processing steps
     * @throws ServiceErrorException 40301 to 40305 if the file violates the rules for crop, 40004 if the requested
     *     corners are outside the image
     */
    public CropResult crop(Path file, CropParameters parameters) {
        try {
            SourceImage source = ImageLoader.load(file);
            Quad corners = source.toPixels(corners(source, parameters));
            Planar<GrayU8> cut = cut(source.pixels(), corners, parameters);
            int angle = TextDirection.UNKNOWN;
            if (parameters.correctDirection()) {
                angle = TextDirection.detect(cut);
                for (int turned = angle; turned > 0; turned -= 90) {
                    cut = GImageMiscOps.rotateCCW(cut, cut.createNew(cut.height, cut.width));
                }
            }
            return new CropResult(
                    source.width(),
                    source.height(),
                    cut.width,
                    cut.height,
                    source.toOriginal(corners).rounded(),
                    angle,
                    parameters.onlyPosition() ? Optional.empty() : Optional.of(jpeg(cut, parameters)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Returns the requested corners, else those of the detected page, else those of the image, in pixels of the
     * original.
     */
    private static Quad corners(SourceImage source, CropParameters parameters) {
        if (parameters.sizeAndPosition().isPresent()) {
            SizeAndPosition requested = parameters.sizeAndPosition().get();
            requested.requireWithin(source.width(), source.height());
            return Quad.of(requested.corners());
        }
        return PageFinder.find(source.pixels())
                .map(source::toOriginal)
                .orElseGet(() -> Quad.whole(source.width(), source.height()));
    }

    private static Planar<GrayU8> cut(Planar<GrayU8> image, Quad corners, CropParameters parameters) {
        if (parameters.sizeAndPosition().isEmpty() && !parameters.cropImage()) return image;
        Quad region = parameters.dewarpImage() ? corners : corners.pixelBounds();
        PageSize estimated = parameters.dewarpImage()
                ? PageSize.of(region, image.width, image.height)
                : new PageSize((int) region.side(0), (int) region.side(1));
        PageSize size = parameters
                .sizeAndPosition()
                .map(requested -> estimated.withRequested(requested.width(), requested.height()))
                .orElse(estimated);
        RemovePerspectiveDistortion<Planar<GrayU8>> removal =
                new RemovePerspectiveDistortion<>(size.width(), size.height(), image.getImageType());
        if (!removal.apply(image, region.corner(0), region.corner(1), region.corner(2), region.corner(3))) {
            throw new IllegalStateException("There is no homography for the corners " + region.rounded());
        }
        return removal.getOutput();
    }

    /** Returns the enhanced image as JPEG, in grayscale if it has one band. */
    private static byte[] jpeg(Planar<GrayU8> cut, CropParameters parameters) throws IOException {
        Planar<GrayU8> image = parameters.deblurImage() ? Filters.sharpen(cut, 1.6, 1.6) : cut;
        BufferedImage enhanced = toBuffered(parameters.enhancement().apply(image));
        if (parameters.roundImage()) {
            roundCorners(enhanced);
        }
        ImageWriter writer = ImageIO.getImageWritersByFormatName("jpeg").next();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ImageOutputStream out = ImageIO.createImageOutputStream(bytes)) {
            ImageWriteParam param = writer.getDefaultWriteParam();
            param.setCompressionMode(ImageWriteParam.MODE_EXPLICIT);
            param.setCompressionQuality(parameters.jpegQuality() / 100f);
            writer.setOutput(out);
            writer.write(null, new IIOImage(enhanced, null, null), param);
        } finally {
            writer.dispose();
        }
        return bytes.toByteArray();
    }

    private static BufferedImage toBuffered(Planar<GrayU8> image) {
        return image.getNumBands() == 1
                ? ConvertBufferedImage.convertTo(image.getBand(0), null)
                : ConvertBufferedImage.convertTo(
                        image, new BufferedImage(image.width, image.height, BufferedImage.TYPE_3BYTE_BGR), true);
    }

    /** Rounds the corners. The area outside is white, because JPEG has no transparency. */
    private static void roundCorners(BufferedImage image) {
        int width = image.getWidth();
        int height = image.getHeight();
        double diameter = 2 * Math.ceil(CORNER_RADIUS * Math.min(width, height));
        Area outside = new Area(new Rectangle(width, height));
        outside.subtract(new Area(new RoundRectangle2D.Double(0, 0, width, height, diameter, diameter)));
        Graphics2D pen = image.createGraphics();
        pen.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
        pen.setColor(Color.WHITE);
        pen.fill(outside);
        pen.dispose();
    }
}
