/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.crop;

import boofcv.alg.filter.misc.AverageDownSampleOps;
import boofcv.struct.image.GrayU8;
import boofcv.struct.image.Planar;
import georegression.metric.Intersection2D_F64;
import georegression.struct.line.LineGeneral2D_F64;
import georegression.struct.point.Point2D_F64;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Finds the page in a photo: the quadrilateral that best separates a region from its background.
 *
 * <p>Straight edges are detected in a reduced photo without text. Each plausible quadrilateral of these edges gets a
 * score for the colour contrast along its sides. The corners of the best one are refined in full resolution. The
 * borders of the image can replace up to two adjacent sides of a page that is not completely in the photo.
 */
final class PageFinder {
    private static final int WORKING_SIDE = 600;
    private static final double MIN_AREA = 0.03;
    private static final double MAX_SKEW = Math.toRadians(42);
    private static final double MAX_CONVERGENCE = Math.toRadians(32);
    private static final double MIN_CROSSING = Math.toRadians(50);
    private static final double MIN_SIDE = 0.08;
    private static final double MAX_SIDE_RATIO = 2.2;

    /** Maximum distance of a corner outside the photo, as a share of its longer side. */
    private static final double OUTSIDE = 0.03;

    private static final double MIN_SCORE = 0.5;

    /** Two lines that may be opposite sides. */
    private record Pair(int first, int second, double angle) {}

    /** Returns the corners of the page; empty if no page is distinguished from the background. */
    Optional<Quad> find(Planar<GrayU8> image) {
        Planar<GrayU8> small = reduced(image);
        TextlessImage textless = TextlessImage.of(small);
        List<LineGeneral2D_F64> lines = new ArrayList<>(new LineDetector().detect(textless));
        int detected = lines.size();
        lines.addAll(borders(small.width, small.height));
        Search search = new Search(lines, detected, new SideScorer(textless));
        double scale = (double) image.width / small.width;
        return search.best().map(quad -> new CornerRefiner(image, scale)
                .refine(quad.scaled(scale, (double) image.height / small.height))
                .within(image.width, image.height)
                .startingTopLeft());
    }

    private static Planar<GrayU8> reduced(Planar<GrayU8> image) {
        double scale = (double) WORKING_SIDE / Math.max(image.width, image.height);
        if (scale >= 1) return image;
        Planar<GrayU8> small =
                image.createNew((int) Math.ceil(image.width * scale), (int) Math.ceil(image.height * scale));
        AverageDownSampleOps.down(image, small);
        return small;
    }

    private static List<LineGeneral2D_F64> borders(int width, int height) {
        return List.of(
                new LineGeneral2D_F64(0, 1, 0),
                new LineGeneral2D_F64(0, 1, -height),
                new LineGeneral2D_F64(1, 0, 0),
                new LineGeneral2D_F64(1, 0, -width));
    }

    /** Exhaustive search over the plausible quadrilaterals. */
    private static final class Search {
        private final List<LineGeneral2D_F64> lines;
        private final int detected;
        private final SideScorer scorer;
        private final double width;
        private final double height;
        private final Map<List<Integer>, SideScorer.Score> scores = new HashMap<>();
        private double bestScore = MIN_SCORE;
        private Optional<Quad> best = Optional.empty();

        Search(List<LineGeneral2D_F64> lines, int detected, SideScorer scorer) {
            this.lines = lines;
            this.detected = detected;
            this.scorer = scorer;
            this.width = scorer.width();
            this.height = scorer.height();
        }

        Optional<Quad> best() {
            List<Pair> pairs = pairs();
            for (int i = 0; i < pairs.size(); i++) {
                for (int j = i + 1; j < pairs.size(); j++) {
                    Pair one = pairs.get(i);
                    Pair other = pairs.get(j);
                    if (between(one.angle, other.angle) > MIN_CROSSING) evaluate(one, other);
                }
            }
            return best;
        }

        private List<Pair> pairs() {
            List<Pair> pairs = new ArrayList<>();
            Point2D_F64 centre = new Point2D_F64(width / 2, height / 2);
            for (int i = 0; i < lines.size(); i++) {
                for (int j = i + 1; j < lines.size(); j++) {
                    LineGeneral2D_F64 a = lines.get(i);
                    LineGeneral2D_F64 b = lines.get(j);
                    double convergence = between(angle(a), angle(b));
                    double gap = Math.abs(offset(a, centre) - offset(b, centre) * Math.signum(a.A * b.A + a.B * b.B));
                    if (convergence < MAX_CONVERGENCE && gap > MIN_SIDE * Math.min(width, height)) {
                        pairs.add(new Pair(i, j, angle(a)));
                    }
                }
            }
            return pairs;
        }

        private void evaluate(Pair one, Pair other) {
            int[] sides = {one.first, other.first, one.second, other.second};
            List<Point2D_F64> corners = new ArrayList<>();
            for (int i = 0; i < sides.length; i++) {
                Point2D_F64 corner = Intersection2D_F64.intersection(
                        lines.get(sides[(i + 3) % 4]), lines.get(sides[i]), new Point2D_F64());
                if (corner == null || !isNearPhoto(corner)) return;
                corners.add(corner);
            }
            if (sides[0] >= detected && sides[2] >= detected || sides[1] >= detected && sides[3] >= detected) return;
            Quad quad = new Quad(corners);
            if (!quad.isClockwiseAndConvex()) {
                quad = new Quad(List.of(corners.get(0), corners.get(3), corners.get(2), corners.get(1)));
                sides = new int[] {sides[3], sides[2], sides[1], sides[0]};
            }
            if (isPlausible(quad)) rate(quad, sides);
        }

        private boolean isNearPhoto(Point2D_F64 p) {
            double margin = OUTSIDE * Math.max(width, height);
            return p.x >= -margin && p.y >= -margin && p.x <= width + margin && p.y <= height + margin;
        }

        private boolean isPlausible(Quad quad) {
            if (!quad.isClockwiseAndConvex() || quad.area() < MIN_AREA * width * height || quad.skew() > MAX_SKEW) {
                return false;
            }
            for (int i = 0; i < 2; i++) {
                double ratio = quad.side(i) / quad.side(i + 2);
                if (Math.max(ratio, 1 / ratio) > MAX_SIDE_RATIO) return false;
            }
            return true;
        }

        private void rate(Quad quad, int[] sides) {
            double size = 0.75 + 0.25 * Math.sqrt(quad.area() / (width * height));
            double shape = size * (1 - 0.15 * quad.skew() / MAX_SKEW);
            double sum = 0;
            double least = 1;
            double lowest = Double.MAX_VALUE;
            double highest = 0;
            for (int i = 0; i < 4; i++) {
                double support = SideScorer.BORDER;
                if (sides[i] < detected) {
                    SideScorer.Score score = score(quad, sides, i);
                    support = score.support();
                    lowest = Math.min(lowest, score.contrast());
                    highest = Math.max(highest, score.contrast());
                }
                sum += support;
                least = Math.min(least, support);
                if (shape * (0.5 * least + 0.125 * (sum + 3 - i)) <= bestScore) return;
            }
            double total = shape * (0.5 * least + 0.125 * sum) * similarity(lowest, highest);
            if (total > bestScore) {
                bestScore = total;
                best = Optional.of(quad);
            }
        }

        /** Many quadrilaterals have the same side: the part of a line between two others. */
        private SideScorer.Score score(Quad quad, int[] sides, int i) {
            return scores.computeIfAbsent(
                    List.of(sides[(i + 3) % 4], sides[i], sides[(i + 1) % 4]),
                    key -> scorer.score(quad.corner(i), quad.corner(i + 1)));
        }

        /** The contrast of all sides is similar; a side with much lower contrast is a line on the page. */
        private static double similarity(double lowest, double highest) {
            return Math.min(1, 0.6 + 1.2 * lowest / highest);
        }

        private static double offset(LineGeneral2D_F64 line, Point2D_F64 point) {
            return (line.A * point.x + line.B * point.y + line.C) / Math.hypot(line.A, line.B);
        }

        private static double angle(LineGeneral2D_F64 line) {
            return Math.atan2(line.B, line.A);
        }

        /** Returns the acute angle between two lines. */
        private static double between(double a, double b) {
            double d = Math.abs(a - b) % Math.PI;
            return Math.min(d, Math.PI - d);
        }
    }
}
