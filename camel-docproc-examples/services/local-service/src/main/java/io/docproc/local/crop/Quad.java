/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.crop;

import georegression.struct.point.Point2D_F64;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

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
        List<Point2D_F64> corners = new ArrayList<>();
        for (int i = 0; i < 2 * CORNERS; i += 2) {
            corners.add(new Point2D_F64(
                    coordinates.get(i).doubleValue(), coordinates.get(i + 1).doubleValue()));
        }
        return new Quad(corners);
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

    double area() {
        double twice = 0;
        for (int i = 0; i < CORNERS; i++) {
            twice += corner(i).x * corner(i + 1).y - corner(i + 1).x * corner(i).y;
        }
        return Math.abs(twice) / 2;
    }

    boolean isClockwiseAndConvex() {
        for (int i = 0; i < CORNERS; i++) {
            if (turn(i) <= 0) return false;
        }
        return true;
    }

    /** Returns the largest deviation of a corner from a right angle, in radians. */
    double skew() {
        double worst = 0;
        for (int i = 0; i < CORNERS; i++) {
            double cross = turn(i) / (side(i - 1) * side(i));
            worst = Math.max(worst, Math.PI / 2 - Math.asin(Math.max(-1, Math.min(1, cross))));
        }
        return worst;
    }

    /** Returns the same corners in the order in which the top side is closest to horizontal. */
    Quad startingTopLeft() {
        Point2D_F64 top = corner(1);
        double dx = top.x - corner(0).x + corner(2).x - corner(3).x;
        double dy = top.y - corner(0).y + corner(2).y - corner(3).y;
        int quarterTurns = (int) Math.round(Math.atan2(dy, dx) / (Math.PI / 2));
        List<Point2D_F64> turned = new ArrayList<>();
        for (int i = 0; i < CORNERS; i++) turned.add(corner(i - quarterTurns));
        return new Quad(turned);
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

    /** Returns the bounding rectangle. */
    Quad bounds() {
        double left = corners.stream().mapToDouble(p -> p.x).min().orElseThrow();
        double right = corners.stream().mapToDouble(p -> p.x).max().orElseThrow();
        double top = corners.stream().mapToDouble(p -> p.y).min().orElseThrow();
        double bottom = corners.stream().mapToDouble(p -> p.y).max().orElseThrow();
        return of(List.of(left, top, right, top, right, bottom, left, bottom));
    }

    /** Returns the corners moved to the nearest corners of pixels. */
    Quad onPixels() {
        return map(p -> new Point2D_F64(Math.round(p.x), Math.round(p.y)));
    }

    /** Returns {@code x1,y1,…,x4,y4}, rounded. */
    List<Integer> rounded() {
        return corners.stream()
                .flatMap(p -> List.of((int) Math.round(p.x), (int) Math.round(p.y)).stream())
                .toList();
    }

    private double turn(int index) {
        Point2D_F64 before = corner(index - 1);
        Point2D_F64 at = corner(index);
        Point2D_F64 after = corner(index + 1);
        return (at.x - before.x) * (after.y - at.y) - (at.y - before.y) * (after.x - at.x);
    }
}
