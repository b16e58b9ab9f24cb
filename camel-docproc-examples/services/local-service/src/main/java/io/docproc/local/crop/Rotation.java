/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.crop;

import boofcv.alg.misc.ImageMiscOps;
import boofcv.struct.image.GrayU8;
import boofcv.struct.image.Planar;

/** Rotates images by multiples of 90 degrees. */
final class Rotation {
    private Rotation() {}

    /**
     * Rotates a document upright.
     *
     * @param angle the clockwise rotation of the document: 90, 180 or 270; other values do not change it
     */
    static Planar<GrayU8> upright(Planar<GrayU8> image, int angle) {
        return switch (angle) {
            case 90 -> counterClockwise(image);
            case 180 -> counterClockwise(counterClockwise(image));
            case 270 -> counterClockwise(counterClockwise(counterClockwise(image)));
            default -> image;
        };
    }

    private static Planar<GrayU8> counterClockwise(Planar<GrayU8> image) {
        Planar<GrayU8> turned = new Planar<>(GrayU8.class, image.height, image.width, image.getNumBands());
        for (int band = 0; band < image.getNumBands(); band++) {
            ImageMiscOps.rotateCCW(image.getBand(band), turned.getBand(band));
        }
        return turned;
    }
}
