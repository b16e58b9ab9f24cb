/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.crop;

import boofcv.concurrency.BoofConcurrency;
import boofcv.struct.image.GrayU8;
import boofcv.struct.image.Planar;
import io.docproc.test.ServiceErrorException;
import io.docproc.test.SizeAndPosition;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Optional;

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
    private final ImageLoader loader = new ImageLoader();
    private final PageFinder finder = new PageFinder();
    private final TextDirection direction = new TextDirection();

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
        SourceImage source = load(file);
        Quad corners = source.toPixels(corners(source, parameters));
        Planar<GrayU8> cut = cut(source.pixels(), corners, parameters);
        int angle = TextDirection.UNKNOWN;
        if (parameters.correctDirection()) {
            angle = direction.detect(cut);
            cut = Rotation.upright(cut, angle);
        }
        return new CropResult(
                source.width(),
                source.height(),
                cut.width,
                cut.height,
                source.toOriginal(corners).rounded(),
                angle,
                parameters.onlyPosition() ? Optional.empty() : Optional.of(finish(cut, parameters)));
    }

    private SourceImage load(Path file) {
        try {
            return loader.load(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Returns the requested corners, else those of the detected page, else those of the image, in pixels of the
     * original.
     */
    private Quad corners(SourceImage source, CropParameters parameters) {
        if (parameters.sizeAndPosition().isPresent()) {
            SizeAndPosition requested = parameters.sizeAndPosition().get();
            requested.requireWithin(source.width(), source.height());
            return Quad.of(requested.corners());
        }
        return finder.find(source.pixels())
                .map(source::toOriginal)
                .orElseGet(() -> Quad.whole(source.width(), source.height()));
    }

    private static Planar<GrayU8> cut(Planar<GrayU8> image, Quad corners, CropParameters parameters) {
        if (parameters.sizeAndPosition().isEmpty() && !parameters.cropImage()) return image;
        Quad region = parameters.dewarpImage() ? corners : corners.bounds().onPixels();
        PageSize estimated = parameters.dewarpImage()
                ? PageSize.of(region, image.width, image.height)
                : new PageSize((int) region.side(0), (int) region.side(1));
        PageSize size = parameters
                .sizeAndPosition()
                .map(requested -> estimated.withRequested(requested.width(), requested.height()))
                .orElse(estimated);
        return Rectification.flatten(image, region, size);
    }

    private static byte[] finish(Planar<GrayU8> cut, CropParameters parameters) {
        Planar<GrayU8> image = parameters.deblurImage() ? Sharpening.DEBLUR.apply(cut) : cut;
        image = parameters.enhancement().apply(image);
        if (parameters.roundImage()) image = RoundedCorners.on(image);
        return new JpegEncoder(parameters.jpegQuality()).encode(image);
    }
}
