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
 * The box round a connected piece of ink of a letter's size.
 *
 * @param left first column
 * @param top first row
 * @param right last column
 * @param bottom last row
 */
record Letter(int left, int top, int right, int bottom) {
    private static final int MIN_SIZE = 5;
    private static final double MAX_SIZE = 0.05;
    private static final double MAX_SLENDERNESS = 8;

    /** The pieces of ink (pixels that are 1) that could be letters; rulings, blocks and specks are left out. */
    static List<Letter> on(GrayU8 ink) {
        double largest = MAX_SIZE * Math.max(ink.width, ink.height);
        return BinaryImageOps.contourExternal(ink, ConnectRule.EIGHT).stream()
                .map(Letter::box)
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

    /** This letter on the page turned a quarter to the left, which makes a page upright that lies to the right. */
    Letter turnedUpFromRight() {
        return new Letter(top, -right, bottom, -left);
    }

    private boolean isLetterSized(double largest) {
        int longer = Math.max(width(), height());
        int shorter = Math.min(width(), height());
        return longer >= MIN_SIZE && longer <= largest && longer <= MAX_SLENDERNESS * shorter;
    }

    private static Optional<Letter> box(Contour contour) {
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
        return Optional.of(new Letter(left, top, right, bottom));
    }
}
