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
 * The image work behind the crop call (interface document, Crop and enhance): finds the document in a photo, cuts it
 * out, straightens, turns and enhances it.
 *
 * <p>Sizes and positions are those of the image as viewers show it, that is with an EXIF orientation applied. Images of
 * more than 40 million pixels are worked on, and answered, at a half or a third of their resolution. Paper is taken to be
 * flat: perspective is corrected, curvature is not.
 *
 * <p>Threads may share an instance; each call does its work on the calling thread.
 */
public final class CropService {
    private final ImageLoader loader = new ImageLoader();
    private final PageFinder finder = new PageFinder();
    private final TextDirection direction = new TextDirection();

    static {
        // The number of calls at a time is the HTTP server's business, not a second pool's behind it.
        BoofConcurrency.USE_CONCURRENT = false;
    }

    /**
     * Crops and enhances one file.
     *
     * @param file an image or PDF; its type is read from its bytes
     * @param parameters what to do
     * @throws ServiceErrorException 40301, 40302, 40303, 40304 or 40305 when the file is not one that crop takes; 40004 when
     *     the client's corners lie outside the image
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

    /** In the original's pixels: the client's, else those of the page that was found, else the whole image's. */
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
                .map(given -> estimated.orElse(given.width(), given.height()))
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
