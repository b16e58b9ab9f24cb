/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.crop;

import georegression.metric.Area2D_F64;
import georegression.struct.point.Point2D_F64;
import georegression.struct.shapes.Polygon2D_F64;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.function.UnaryOperator;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Quadrilateral in image coordinates (y downwards).
 *
 * @param corners top left, top right, bottom right, bottom left
 */
record Quad(List<Point2D_F64> corners) {
    private static final int CORNERS = 4;

    Quad {
        corners = List.copyOf(corners);
    }

    /** Returns the quadrilateral of {@code x1,y1,…,x4,y4}. */
    static Quad of(List<? extends Number> coordinates) {
        return new Quad(IntStream.range(0, CORNERS)
                .mapToObj(i -> new Point2D_F64(
                        coordinates.get(2 * i).doubleValue(),
                        coordinates.get(2 * i + 1).doubleValue()))
                .toList());
    }

    /** Returns the corners of an image. */
    static Quad whole(int width, int height) {
        return of(List.of(0, 0, width, 0, width, height, 0, height));
    }

    Point2D_F64 corner(int index) {
        return corners.get(Math.floorMod(index, CORNERS));
    }

    /** Returns the length of a side, counted clockwise from the top side. */
    double side(int index) {
        return corner(index).distance(corner(index + 1));
    }

    Polygon2D_F64 polygon() {
        return new Polygon2D_F64(
                corners.stream().flatMapToDouble(p -> DoubleStream.of(p.x, p.y)).toArray());
    }

    double area() {
        return Area2D_F64.polygonSimple(polygon());
    }

    boolean isClockwiseAndConvex() {
        return turns().allMatch(turn -> turn > 0);
    }

    /** Returns the largest deviation of a corner of a convex quadrilateral from a right angle, in radians. */
    double skew() {
        return Math.PI / 2 - Math.asin(Math.min(1, turns().min().orElseThrow()));
    }

    /** Returns the sine of the clockwise turn at each corner. */
    private DoubleStream turns() {
        return IntStream.range(0, CORNERS).mapToDouble(i -> {
            Point2D_F64 before = corner(i - 1);
            Point2D_F64 at = corner(i);
            Point2D_F64 after = corner(i + 1);
            double cross = (at.x - before.x) * (after.y - at.y) - (at.y - before.y) * (after.x - at.x);
            return cross / (side(i - 1) * side(i));
        });
    }

    /** Returns the same corners in the order in which the top side is closest to horizontal. */
    Quad startingTopLeft() {
        double dx = corner(1).x - corner(0).x + corner(2).x - corner(3).x;
        double dy = corner(1).y - corner(0).y + corner(2).y - corner(3).y;
        int quarterTurns = (int) Math.round(Math.atan2(dy, dx) / (Math.PI / 2));
        return new Quad(IntStream.range(0, CORNERS)
                .mapToObj(i -> corner(i - quarterTurns))
                .toList());
    }

    Quad map(UnaryOperator<Point2D_F64> mapping) {
        return new Quad(corners.stream().map(mapping).toList());
    }

    Quad scaled(double factorX, double factorY) {
        return map(p -> new Point2D_F64(p.x * factorX, p.y * factorY));
    }

    /** Returns the corners moved to the nearest point of the image. */
    Quad within(int width, int height) {
        return map(p -> new Point2D_F64(Math.max(0, Math.min(width, p.x)), Math.max(0, Math.min(height, p.y))));
    }

    /** Returns the bounding rectangle, with its corners on corners of pixels. */
    Quad pixelBounds() {
        var x = rounded(p -> p.x).summaryStatistics();
        var y = rounded(p -> p.y).summaryStatistics();
        return of(List.of(
                x.getMin(), y.getMin(), x.getMax(), y.getMin(), x.getMax(), y.getMax(), x.getMin(), y.getMax()));
    }

    private IntStream rounded(ToDoubleFunction<Point2D_F64> coordinate) {
        return corners.stream().mapToDouble(coordinate).mapToInt(value -> (int) Math.round(value));
    }

    /** Returns {@code x1,y1,…,x4,y4}, rounded. */
    List<Integer> rounded() {
        return corners.stream()
                .flatMap(p -> Stream.of((int) Math.round(p.x), (int) Math.round(p.y)))
                .toList();
    }
}
