/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.crop;

import boofcv.struct.image.GrayU8;
import boofcv.struct.image.Planar;
import georegression.metric.Intersection2D_F64;
import georegression.struct.line.LineGeneral2D_F64;
import georegression.struct.point.Point2D_F64;
import java.util.ArrayList;
import java.util.List;

/**
 * Fits an estimated quadrilateral to the edges of the page in full resolution. The largest gradient across each side is
 * measured at many points, and a line is fitted to these points by robust regression.
 */
final class CornerRefiner {
    private static final int SAMPLES = 90;
    private static final double[][] PASSES = {{5, 0.5}, {1.5, 0.15}};
    private static final int REWEIGHTINGS = 8;

    /** Maximum distance of a fitted corner from its estimate, in pixels of the reduced image. */
    private static final double MAX_MOVE = 9;

    private static final double BORDER_DISTANCE = 1.5;

    private final Planar<GrayU8> image;
    private final double scale;

    /**
     * Creates a refiner.
     *
     * @param scale pixels of the image for each pixel of the reduced image in which the corners were estimated
     */
    CornerRefiner(Planar<GrayU8> image, double scale) {
        this.image = image;
        this.scale = scale;
    }

    Quad refine(Quad estimate) {
        Quad quad = estimate;
        for (double[] pass : PASSES) {
            List<LineGeneral2D_F64> sides = new ArrayList<>();
            for (int i = 0; i < 4; i++) sides.add(fit(quad.corner(i), quad.corner(i + 1), pass[0], pass[1]));
            List<Point2D_F64> corners = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                Point2D_F64 corner =
                        Intersection2D_F64.intersection(sides.get((i + 3) % 4), sides.get(i), new Point2D_F64());
                boolean outlier = corner == null || corner.distance(estimate.corner(i)) > MAX_MOVE * scale;
                corners.add(outlier ? quad.corner(i) : corner);
            }
            quad = new Quad(corners);
        }
        return quad;
    }

    private LineGeneral2D_F64 fit(Point2D_F64 from, Point2D_F64 to, double range, double stride) {
        Point2D_F64 along = new Point2D_F64((to.x - from.x) / from.distance(to), (to.y - from.y) / from.distance(to));
        if (onBorder(from, to)) return line(from, along);
        List<Point2D_F64> points = new ArrayList<>();
        List<Double> weights = new ArrayList<>();
        double margin = 0.02;
        int reach = (int) Math.round(range / stride);
        for (int i = 0; i < SAMPLES; i++) {
            double t = margin + (1 - 2 * margin) * i / (SAMPLES - 1);
            Point2D_F64 at = new Point2D_F64(from.x + t * (to.x - from.x), from.y + t * (to.y - from.y));
            double[] profile = profile(at, along, reach, stride * scale);
            int peak = 0;
            for (int k = 1; k < profile.length; k++) if (profile[k] > profile[peak]) peak = k;
            double offset = (peak + subPixel(profile, peak) - reach) * stride * scale;
            points.add(new Point2D_F64(at.x - along.y * offset, at.y + along.x * offset));
            weights.add(Math.min(profile[peak], 60));
        }
        return robustLine(points, weights, stride * scale);
    }

    /** Returns the magnitude of the colour gradient at each offset across the side. */
    private double[] profile(Point2D_F64 at, Point2D_F64 along, int reach, double stride) {
        double inX = -along.y;
        double inY = along.x;
        int half = 4;
        double[][] colours = new double[2 * (reach + half) + 1][3];
        for (int k = 0; k < colours.length; k++) {
            double offset = (k - reach - half) * stride;
            for (int side = -1; side <= 1; side++) {
                double x = at.x + inX * offset + along.x * side * stride;
                double y = at.y + inY * offset + along.y * side * stride;
                for (int band = 0; band < 3; band++) colours[k][band] += sample(band, x, y) / 3;
            }
        }
        double[] profile = new double[2 * reach + 1];
        for (int k = 0; k < profile.length; k++) {
            double squares = 0;
            for (int band = 0; band < 3; band++) {
                double step = 0;
                for (int j = 1; j <= half; j++) step += colours[k + half + j][band] - colours[k + half - j][band];
                squares += step * step / (half * half);
            }
            profile[k] = Math.sqrt(squares);
        }
        return profile;
    }

    private static double subPixel(double[] profile, int peak) {
        if (peak == 0 || peak == profile.length - 1) return 0;
        double bend = profile[peak - 1] - 2 * profile[peak] + profile[peak + 1];
        return bend == 0 ? 0 : 0.5 * (profile[peak - 1] - profile[peak + 1]) / bend;
    }

    private double sample(int band, double x, double y) {
        double cx = Math.max(0, Math.min(image.width - 1.001, x - 0.5));
        double cy = Math.max(0, Math.min(image.height - 1.001, y - 0.5));
        int column = (int) cx;
        int row = (int) cy;
        double u = cx - column;
        double v = cy - row;
        GrayU8 grey = image.getBand(band);
        return (grey.unsafe_get(column, row) * (1 - u) + grey.unsafe_get(column + 1, row) * u) * (1 - v)
                + (grey.unsafe_get(column, row + 1) * (1 - u) + grey.unsafe_get(column + 1, row + 1) * u) * v;
    }

    private boolean onBorder(Point2D_F64 from, Point2D_F64 to) {
        double near = BORDER_DISTANCE * scale;
        return Math.max(Math.abs(from.x), Math.abs(to.x)) < near
                || Math.max(Math.abs(from.y), Math.abs(to.y)) < near
                || Math.max(Math.abs(from.x - image.width), Math.abs(to.x - image.width)) < near
                || Math.max(Math.abs(from.y - image.height), Math.abs(to.y - image.height)) < near;
    }

    /** Fits a line by iteratively reweighted total least squares with Tukey's weight function. */
    private static LineGeneral2D_F64 robustLine(List<Point2D_F64> points, List<Double> weights, double unit) {
        double[] robust = weights.stream().mapToDouble(Double::doubleValue).toArray();
        LineGeneral2D_F64 line = leastSquares(points, robust);
        for (int round = 0; round < REWEIGHTINGS; round++) {
            double cutOff = unit * Math.max(2, 12.0 / (1 + round));
            for (int i = 0; i < robust.length; i++) {
                Point2D_F64 p = points.get(i);
                double r = (line.A * p.x + line.B * p.y + line.C) / cutOff;
                robust[i] = weights.get(i) * (Math.abs(r) < 1 ? (1 - r * r) * (1 - r * r) : 1e-6);
            }
            line = leastSquares(points, robust);
        }
        return line;
    }

    private static LineGeneral2D_F64 leastSquares(List<Point2D_F64> points, double[] weights) {
        double sum = 1e-12;
        double mx = 0;
        double my = 0;
        for (int i = 0; i < weights.length; i++) {
            sum += weights[i];
            mx += weights[i] * points.get(i).x;
            my += weights[i] * points.get(i).y;
        }
        mx /= sum;
        my /= sum;
        double xx = 0;
        double xy = 0;
        double yy = 0;
        for (int i = 0; i < weights.length; i++) {
            double dx = points.get(i).x - mx;
            double dy = points.get(i).y - my;
            xx += weights[i] * dx * dx;
            xy += weights[i] * dx * dy;
            yy += weights[i] * dy * dy;
        }
        double angle = 0.5 * Math.atan2(2 * xy, xx - yy);
        return line(new Point2D_F64(mx, my), new Point2D_F64(Math.cos(angle), Math.sin(angle)));
    }

    private static LineGeneral2D_F64 line(Point2D_F64 through, Point2D_F64 along) {
        return new LineGeneral2D_F64(-along.y, along.x, along.y * through.x - along.x * through.y);
    }
}
