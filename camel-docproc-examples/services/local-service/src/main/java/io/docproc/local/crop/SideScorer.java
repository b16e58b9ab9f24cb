/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.crop;

import boofcv.struct.image.GrayF32;
import boofcv.struct.image.Planar;
import georegression.struct.point.Point2D_F64;

/** Scores line segments as sides of a page by the colour contrast across them. */
final class SideScorer {
    /** Support of a border of the image, which has no contrast to measure. */
    static final double BORDER = 0.6;

    private static final int SAMPLES = 40;
    private static final double[] REACH = {2.5, 4.5};

    /** Contrast in grey levels without support, and with full support. */
    private static final double NO_CONTRAST = 3;

    private static final double FULL_CONTRAST = 13;

    /** Factor for a page that is darker than the background, which is rare. */
    private static final double DARKER_PAGE = 0.7;

    /** Reduction for an edge that continues beyond the corners: it belongs to the background. */
    private static final double CONTINUATION_PENALTY = 0.35;

    private static final double CONTINUATION = 0.18;

    private final Planar<GrayF32> image;
    private final double[][] contrasts = new double[SAMPLES][];

    SideScorer(Planar<GrayF32> image) {
        this.image = image;
    }

    /**
     * Score of a side.
     *
     * @param support from 0 (no contrast) to 1 (full contrast along the whole side)
     * @param contrast mean colour difference between page and background in grey levels
     */
    record Score(double support, double contrast) {}

    /** Start and direction of a side, and the direction to the page, which has the length of a pixel. */
    private record Side(double x, double y, double dx, double dy, double inX, double inY) {
        static Side of(Point2D_F64 from, Point2D_F64 to) {
            double dx = to.x - from.x;
            double dy = to.y - from.y;
            double length = Math.hypot(dx, dy);
            return new Side(from.x, from.y, dx, dy, -dy / length, dx / length);
        }
    }

    /** Returns the score of a side with the page on its right. */
    Score score(Point2D_F64 from, Point2D_F64 to) {
        Side side = Side.of(from, to);
        double[] mean = new double[3];
        for (int i = 0; i < SAMPLES; i++) {
            contrasts[i] = contrast(side, (i + 0.5) / SAMPLES);
            for (int band = 0; band < 3; band++) mean[band] += contrasts[i][band] / SAMPLES;
        }
        double length = Math.sqrt(dot(mean, mean));
        if (length < NO_CONTRAST) return new Score(0, length);
        double sum = 0;
        for (double[] step : contrasts) sum += strength(dot(step, mean) / length);
        double support = sum / SAMPLES;
        double brighter = mean[0] + mean[1] + mean[2];
        if (brighter < 0) support *= DARKER_PAGE;
        double before = continuation(side, -CONTINUATION, mean, length);
        double after = continuation(side, 1, mean, length);
        return new Score(support * (1 - CONTINUATION_PENALTY * (before + after) / 2), length);
    }

    private double continuation(Side side, double start, double[] mean, double length) {
        int count = SAMPLES / 5;
        double sum = 0;
        for (int i = 0; i < count; i++) {
            double[] step = contrast(side, start + CONTINUATION * (i + 0.5) / count);
            sum += strength(dot(step, mean) / length);
        }
        return sum / count;
    }

    /** Returns the colour inside less the colour outside. */
    private double[] contrast(Side side, double t) {
        double x = side.x + t * side.dx;
        double y = side.y + t * side.dy;
        double[] step = new double[3];
        for (double reach : REACH) {
            int inside = index(x + side.inX * reach, y + side.inY * reach);
            int outside = index(x - side.inX * reach, y - side.inY * reach);
            for (int band = 0; band < 3; band++) {
                float[] levels = image.getBand(band).data;
                step[band] += (levels[inside] - levels[outside]) / REACH.length;
            }
        }
        return step;
    }

    /** Returns the index of the nearest pixel; outside the image, of the one at its border. */
    private int index(double x, double y) {
        int column = (int) Math.max(0, Math.min(image.width - 1, x));
        int row = (int) Math.max(0, Math.min(image.height - 1, y));
        return row * image.width + column;
    }

    private static double strength(double step) {
        return Math.max(0, Math.min(1, (step - NO_CONTRAST) / (FULL_CONTRAST - NO_CONTRAST)));
    }

    private static double dot(double[] a, double[] b) {
        return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    }
}
