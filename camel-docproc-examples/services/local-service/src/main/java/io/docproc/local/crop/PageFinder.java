/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.crop;

import boofcv.alg.filter.blur.GBlurImageOps;
import boofcv.alg.misc.GPixelMath;
import boofcv.alg.misc.PixelMath;
import boofcv.alg.shapes.polygon.RefinePolygonToGrayLine;
import boofcv.core.image.GConvertImage;
import boofcv.factory.feature.detect.line.ConfigHoughGradient;
import boofcv.factory.feature.detect.line.ConfigParamPolar;
import boofcv.factory.feature.detect.line.FactoryDetectLine;
import boofcv.struct.image.GrayF32;
import boofcv.struct.image.GrayU8;
import boofcv.struct.image.Planar;
import georegression.geometry.UtilLine2D_F32;
import georegression.metric.Intersection2D_F64;
import georegression.struct.line.LineGeneral2D_F32;
import georegression.struct.line.LineGeneral2D_F64;
import georegression.struct.point.Point2D_F64;
import georegression.struct.shapes.Polygon2D_F64;
import io.docproc.local.image.ImageOperations;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Finds the page in a photo: the quadrilateral that best separates a region from its background.
 *
 * <p>Straight edges are detected in a reduced photo without text. Each plausible quadrilateral of these edges gets a
 * score for the colour contrast along its sides. The corners of the best one are refined in full resolution. The
 * borders of the image can replace up to two adjacent sides of a page that is not completely in the photo.
 */
final class PageFinder {
    private static final int WORKING_SIDE = 600;
    private static final int STROKE_RADIUS = 3;

    /** Options of the Hough transform: lines, minimum gradient in grey levels, and bins of two pixels and one degree. */
    private static final int MAX_LINES = 26;

    private static final float MIN_GRADIENT = 3;
    private static final int SUPPRESSION_RADIUS = 3;
    private static final ConfigParamPolar BINS = new ConfigParamPolar(2, 180);

    private static final double MIN_AREA = 0.03;
    private static final double MAX_SKEW = Math.toRadians(42);
    private static final double MAX_CONVERGENCE = Math.toRadians(32);
    private static final double MIN_CROSSING = Math.toRadians(50);
    private static final double MIN_SIDE = 0.08;
    private static final double MAX_SIDE_RATIO = 2.2;

    /** Maximum distance of a corner outside the photo, as a share of its longer side. */
    private static final double OUTSIDE = 0.03;

    private static final double MIN_SCORE = 0.5;

    /** Distances from a side in which its edge is searched in the first and in the second pass, in reduced pixels. */
    private static final double[] SEARCH_RADII = {5, 1.5};

    private static final int EDGE_SAMPLES = 90;

    /** Maximum distance of a refined corner from its estimate, in reduced pixels. */
    private static final double MAX_MOVE = 9;

    /** Two lines that may be opposite sides. */
    private record Pair(int first, int second, double angle) {}

    private final double width;
    private final double height;
    private final SideScorer scorer;
    private final List<LineGeneral2D_F64> lines;
    private final int detected;
    private final Map<List<Integer>, SideScorer.Score> scores = new HashMap<>();
    private double bestScore = MIN_SCORE;
    private Optional<Quad> best = Optional.empty();

    private PageFinder(Planar<GrayF32> photo) {
        width = photo.width;
        height = photo.height;
        scorer = new SideScorer(photo);
        lines = lines(photo);
        detected = lines.size();
        lines.add(new LineGeneral2D_F64(0, 1, 0));
        lines.add(new LineGeneral2D_F64(0, 1, -height));
        lines.add(new LineGeneral2D_F64(1, 0, 0));
        lines.add(new LineGeneral2D_F64(1, 0, -width));
    }

    /** Returns the corners of the page; empty if no page is distinguished from the background. */
    static Optional<Quad> find(Planar<GrayU8> image) {
        Planar<GrayU8> small = ImageOperations.reduced(image, WORKING_SIDE);
        double scaleX = (double) image.width / small.width;
        double scaleY = (double) image.height / small.height;
        return new PageFinder(withoutText(small)).search().map(quad -> refined(
                        quad.scaled(scaleX, scaleY), image, scaleX)
                .within(image.width, image.height)
                .startingTopLeft());
    }

    /**
     * Removes text, rulings and other thin dark strokes by morphological closing. The levels are gamma-corrected, so
     * that an edge has the same contrast in shadow and in light.
     */
    private static Planar<GrayF32> withoutText(Planar<GrayU8> photo) {
        Planar<GrayF32> levels = new Planar<>(GrayF32.class, photo.width, photo.height, photo.getNumBands());
        GConvertImage.convert(photo, levels);
        GPixelMath.multiply(levels, 255, levels);
        GPixelMath.sqrt(levels, levels);
        for (int i = 0; i < levels.getNumBands(); i++) {
            GrayF32 smooth = GBlurImageOps.gaussian(levels.getBand(i), null, 1, -1, null);
            GrayF32 closed = ImageOperations.close(smooth, STROKE_RADIUS);
            levels.setBand(i, GBlurImageOps.gaussian(closed, null, 0.7, -1, null));
        }
        return levels;
    }

    /** Returns the long straight edges in brightness, then those in colour, with the most significant ones first. */
    private static List<LineGeneral2D_F64> lines(Planar<GrayF32> photo) {
        GrayF32 brightness = GConvertImage.average(photo, new GrayF32(photo.width, photo.height));
        GrayF32 warmth = brightness.createSameShape();
        PixelMath.subtract(photo.getBand(0), photo.getBand(2), warmth);
        ConfigHoughGradient config = new ConfigHoughGradient(MAX_LINES);
        config.edgeThreshold.threshold = MIN_GRADIENT;
        config.localMaxRadius = SUPPRESSION_RADIUS;
        List<LineGeneral2D_F64> lines = new ArrayList<>();
        for (GrayF32 channel : List.of(brightness, warmth)) {
            FactoryDetectLine.houghLinePolar(config, BINS, GrayF32.class)
                    .detect(channel)
                    .forEach(detected -> {
                        LineGeneral2D_F32 line = UtilLine2D_F32.convert(detected, (LineGeneral2D_F32) null);
                        line.normalize();
                        lines.add(new LineGeneral2D_F64(line.A, line.B, line.C));
                    });
        }
        return lines;
    }

    /** Returns the quadrilateral fitted to the edges of the page in full resolution. */
    private static Quad refined(Quad estimate, Planar<GrayU8> image, double scale) {
        Quad quad = estimate;
        GrayU8 luminance = Filters.luminance(image);
        for (double radius : SEARCH_RADII) {
            RefinePolygonToGrayLine<GrayU8> refiner = new RefinePolygonToGrayLine<>(
                    2 * scale,
                    EDGE_SAMPLES,
                    (int) Math.round(radius * scale),
                    10,
                    0.01,
                    MAX_MOVE * scale,
                    GrayU8.class);
            refiner.setImage(luminance);
            Polygon2D_F64 fitted = new Polygon2D_F64(4);
            if (refiner.refine(quad.polygon(), fitted)) {
                Quad previous = quad;
                quad = new Quad(IntStream.range(0, 4)
                        .mapToObj(i -> fitted.get(i).distance(estimate.corner(i)) > MAX_MOVE * scale
                                ? previous.corner(i)
                                : fitted.get(i))
                        .toList());
            }
        }
        return quad;
    }

    /** Rates all plausible quadrilaterals. */
    private Optional<Quad> search() {
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
        for (int i = 0; i < lines.size(); i++) {
            for (int j = i + 1; j < lines.size(); j++) {
                LineGeneral2D_F64 a = lines.get(i);
                LineGeneral2D_F64 b = lines.get(j);
                double convergence = between(angle(a), angle(b));
                double gap = Math.abs(fromCentre(a) - fromCentre(b) * Math.signum(a.A * b.A + a.B * b.B));
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
        return quad.isClockwiseAndConvex()
                && quad.area() >= MIN_AREA * width * height
                && quad.skew() <= MAX_SKEW
                && Math.abs(Math.log(quad.side(0) / quad.side(2))) <= Math.log(MAX_SIDE_RATIO)
                && Math.abs(Math.log(quad.side(1) / quad.side(3))) <= Math.log(MAX_SIDE_RATIO);
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

    private double fromCentre(LineGeneral2D_F64 line) {
        return (line.A * width / 2 + line.B * height / 2 + line.C) / Math.hypot(line.A, line.B);
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
