/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.crop;

import boofcv.alg.distort.RemovePerspectiveDistortion;
import boofcv.struct.image.GrayU8;
import boofcv.struct.image.Planar;

/** Perspective correction. */
final class Rectification {
    private Rectification() {}

    /** Returns the part of the image inside the corners as a rectangle of this size. */
    static Planar<GrayU8> flatten(Planar<GrayU8> image, Quad corners, PageSize size) {
        RemovePerspectiveDistortion<Planar<GrayU8>> removal =
                new RemovePerspectiveDistortion<>(size.width(), size.height(), image.getImageType());
        boolean solved =
                removal.apply(image, corners.corner(0), corners.corner(1), corners.corner(2), corners.corner(3));
        if (!solved) {
            throw new IllegalStateException("There is no homography for the corners " + corners.rounded());
        }
        return removal.getOutput();
    }
}
