/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.crop;

import boofcv.alg.misc.ImageMiscOps;
import boofcv.struct.image.GrayU8;
import boofcv.struct.image.Planar;

/** Turns images by quarter turns. */
final class Rotation {
    private Rotation() {}

    /**
     * Undoes a document's rotation.
     *
     * @param angle how far the document is turned clockwise: 90, 180 or 270; anything else leaves it as it is
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
