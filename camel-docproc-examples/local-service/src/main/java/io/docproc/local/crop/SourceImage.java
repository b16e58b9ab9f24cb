/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.crop;

import boofcv.struct.image.GrayU8;
import boofcv.struct.image.Planar;

/**
 * An uploaded image, decoded.
 *
 * @param width the original's width as it is shown, pixels
 * @param height the original's height as it is shown, pixels
 * @param pixels red, green and blue; smaller than the original when that is very large
 */
record SourceImage(int width, int height, Planar<GrayU8> pixels) {
    /** A quadrilateral of {@link #pixels} in the original's coordinates. */
    Quad toOriginal(Quad quad) {
        return quad.scaled((double) width / pixels.width, (double) height / pixels.height);
    }

    /** A quadrilateral of the original in the coordinates of {@link #pixels}. */
    Quad toPixels(Quad quad) {
        return quad.scaled((double) pixels.width / width, (double) pixels.height / height);
    }
}
