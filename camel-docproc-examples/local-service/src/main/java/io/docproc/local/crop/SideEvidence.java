/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.crop;

import georegression.struct.point.Point2D_F64;

/** How much speaks for a stretch of the image being a side of the page. */
final class SideEvidence {
    /** What the image's own border counts as a side: possible, but nothing speaks for it. */
    static final double BORDER = 0.6;

    private static final int SAMPLES = 40;
    private static final double[] REACH = {2.5, 4.5};

    /** Steps in grey levels that count nothing, and fully. */
    private static final double NO_STEP = 3;

    private static final double FULL_STEP = 13;

    /** A page is rarely darker than what it lies on. */
    private static final double DARKER_PAGE = 0.7;

    /** An edge that runs on beyond the corners is the table's or a plank's, not the page's. */
    private static final double RUNS_ON = 0.35;

    private static final double BEYOND = 0.18;

    private final TextlessImage image;
    private final double[][] steps = new double[SAMPLES][];

    SideEvidence(TextlessImage image) {
        this.image = image;
    }

    int width() {
        return image.width();
    }

    int height() {
        return image.height();
    }

    /**
     * What speaks for a side.
     *
     * @param support from 0 (nothing) to 1 (a clear step all along)
     * @param step how far the page's colour is from that of its surroundings, in grey levels
     */
    record Side(double support, double step) {}

    /** What speaks for a side whose page lies at its right hand. */
    Side of(Point2D_F64 from, Point2D_F64 to) {
        double[] mean = new double[3];
        for (int i = 0; i < SAMPLES; i++) {
            steps[i] = step(from, to, (i + 0.5) / SAMPLES);
            for (int band = 0; band < 3; band++) mean[band] += steps[i][band] / SAMPLES;
        }
        double length = Math.sqrt(dot(mean, mean));
        if (length < NO_STEP) return new Side(0, length);
        double sum = 0;
        for (double[] step : steps) sum += strength(dot(step, mean) / length);
        double support = sum / SAMPLES;
        double brighter = mean[0] + mean[1] + mean[2];
        if (brighter < 0) support *= DARKER_PAGE;
        double before = beyond(from, to, -BEYOND, mean, length);
        double after = beyond(from, to, 1, mean, length);
        return new Side(support * (1 - RUNS_ON * (before + after) / 2), length);
    }

    private double beyond(Point2D_F64 from, Point2D_F64 to, double start, double[] mean, double length) {
        int count = SAMPLES / 5;
        double sum = 0;
        for (int i = 0; i < count; i++) {
            double[] step = step(from, to, start + BEYOND * (i + 0.5) / count);
            sum += strength(dot(step, mean) / length);
        }
        return sum / count;
    }

    /** The colour just inside less the colour just outside. */
    private double[] step(Point2D_F64 from, Point2D_F64 to, double t) {
        double dx = to.x - from.x;
        double dy = to.y - from.y;
        double length = Math.hypot(dx, dy);
        double x = from.x + t * dx;
        double y = from.y + t * dy;
        double inX = -dy / length;
        double inY = dx / length;
        double[] step = new double[3];
        for (double reach : REACH) {
            for (int band = 0; band < 3; band++) {
                step[band] += (image.at(band, x + inX * reach, y + inY * reach)
                                - image.at(band, x - inX * reach, y - inY * reach))
                        / REACH.length;
            }
        }
        return step;
    }

    private static double strength(double step) {
        return Math.max(0, Math.min(1, (step - NO_STEP) / (FULL_STEP - NO_STEP)));
    }

    private static double dot(double[] a, double[] b) {
        return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    }
}
