/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.crop;

import boofcv.alg.filter.binary.BinaryImageOps;
import boofcv.alg.filter.binary.Contour;
import boofcv.struct.ConnectRule;
import boofcv.struct.image.GrayU8;
import georegression.struct.point.Point2D_I32;
import java.util.List;
import java.util.Optional;

/**
 * Bounding box of a connected component of ink pixels that has the size of a letter.
 *
 * @param left first column
 * @param top first row
 * @param right last column
 * @param bottom last row
 */
record ConnectedComponent(int left, int top, int right, int bottom) {
    private static final int MIN_SIZE = 5;
    private static final double MAX_SIZE = 0.05;
    private static final double MAX_ASPECT_RATIO = 8;

    /** Returns the components of ink (pixels with value 1) that may be letters, without rulings, blocks and specks. */
    static List<ConnectedComponent> letters(GrayU8 ink) {
        double largest = MAX_SIZE * Math.max(ink.width, ink.height);
        return BinaryImageOps.contourExternal(ink, ConnectRule.EIGHT).stream()
                .map(ConnectedComponent::box)
                .flatMap(Optional::stream)
                .filter(letter -> letter.isLetterSized(largest))
                .toList();
    }

    int width() {
        return right - left + 1;
    }

    int height() {
        return bottom - top + 1;
    }

    /** Returns the component on the page rotated by 90 degrees counterclockwise. */
    ConnectedComponent rotatedCounterclockwise() {
        return new ConnectedComponent(top, -right, bottom, -left);
    }

    private boolean isLetterSized(double largest) {
        int longer = Math.max(width(), height());
        int shorter = Math.min(width(), height());
        return longer >= MIN_SIZE && longer <= largest && longer <= MAX_ASPECT_RATIO * shorter;
    }

    private static Optional<ConnectedComponent> box(Contour contour) {
        if (contour.external.isEmpty()) return Optional.empty();
        int left = Integer.MAX_VALUE;
        int top = Integer.MAX_VALUE;
        int right = Integer.MIN_VALUE;
        int bottom = Integer.MIN_VALUE;
        for (Point2D_I32 p : contour.external) {
            left = Math.min(left, p.x);
            right = Math.max(right, p.x);
            top = Math.min(top, p.y);
            bottom = Math.max(bottom, p.y);
        }
        return Optional.of(new ConnectedComponent(left, top, right, bottom));
    }
}
