/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.crop;

import boofcv.struct.image.GrayU8;
import boofcv.struct.image.Planar;

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
