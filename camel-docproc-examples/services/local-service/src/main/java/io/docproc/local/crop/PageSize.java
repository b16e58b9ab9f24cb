/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.crop;

import georegression.struct.point.Point2D_F64;
import georegression.struct.point.Point3D_F64;

/**
 * Size of a page after perspective correction, in pixels.
 *
 * @param width at least 1
 * @param height at least 1
 */
record PageSize(int width, int height) {
    private static final int MAX_SIDE = 10_000;

    /** Range of focal lengths of cameras, in longer sides of the photo, and the usual one. */
    private static final double MIN_FOCAL = 0.5;

    private static final double MAX_FOCAL = 3;
    private static final double USUAL_FOCAL = 0.85;

    /** Maximum factor between the estimated aspect ratio and the ratio of the side lengths. */
    private static final double MAX_CORRECTION = 1.7;

    /**
     * Estimates the size from the corners of the page in the photo.
     *
     * <p>The four corners of a rectangle determine its aspect ratio if the optical axis is the centre of the photo
     * (Zhang and He, Whiteboard scanning and image enhancement, 2007). The resolution of a side is not reduced.
     */
    static PageSize of(Quad page, int pictureWidth, int pictureHeight) {
        double width = Math.max(page.side(0), page.side(2));
        double height = Math.max(page.side(1), page.side(3));
        double seen = (page.side(0) + page.side(2)) / (page.side(1) + page.side(3));
        double ratio = ratio(page, pictureWidth, pictureHeight);
        if (!(ratio < seen * MAX_CORRECTION && ratio > seen / MAX_CORRECTION)) ratio = seen;
        if (width < height * ratio) {
            width = height * ratio;
        } else {
            height = width / ratio;
        }
        double shrink = Math.min(1, MAX_SIDE / Math.max(width, height));
        return new PageSize(side(width * shrink), side(height * shrink));
    }

    /** Returns this size with a width and height that the client requests; 0 keeps the estimate. */
    PageSize withRequested(int requestedWidth, int requestedHeight) {
        return new PageSize(
                requestedWidth > 0 ? requestedWidth : width, requestedHeight > 0 ? requestedHeight : height);
    }

    private static int side(double length) {
        return (int) Math.max(1, Math.round(length));
    }

    private static double ratio(Quad page, int pictureWidth, int pictureHeight) {
        Point3D_F64 topLeft = homogeneous(page.corner(0), pictureWidth, pictureHeight);
        Point3D_F64 topRight = homogeneous(page.corner(1), pictureWidth, pictureHeight);
        Point3D_F64 bottomRight = homogeneous(page.corner(2), pictureWidth, pictureHeight);
        Point3D_F64 bottomLeft = homogeneous(page.corner(3), pictureWidth, pictureHeight);
        double k2 = triple(topLeft, bottomRight, bottomLeft) / triple(topRight, bottomRight, bottomLeft);
        double k3 = triple(topLeft, bottomRight, topRight) / triple(bottomLeft, bottomRight, topRight);
        Point3D_F64 across = combine(k2, topRight, topLeft);
        Point3D_F64 down = combine(k3, bottomLeft, topLeft);
        double longSide = Math.max(pictureWidth, pictureHeight);
        double focal = Math.sqrt(-(across.x * down.x + across.y * down.y) / (across.z * down.z));
        if (!(focal > MIN_FOCAL * longSide && focal < MAX_FOCAL * longSide)) focal = USUAL_FOCAL * longSide;
        return length(across, focal) / length(down, focal);
    }

    private static Point3D_F64 homogeneous(Point2D_F64 point, int pictureWidth, int pictureHeight) {
        return new Point3D_F64(point.x - pictureWidth / 2.0, point.y - pictureHeight / 2.0, 1);
    }

    private static double triple(Point3D_F64 a, Point3D_F64 b, Point3D_F64 c) {
        return (a.y * b.z - a.z * b.y) * c.x + (a.z * b.x - a.x * b.z) * c.y + (a.x * b.y - a.y * b.x) * c.z;
    }

    private static Point3D_F64 combine(double factor, Point3D_F64 a, Point3D_F64 b) {
        return new Point3D_F64(factor * a.x - b.x, factor * a.y - b.y, factor * a.z - b.z);
    }

    private static double length(Point3D_F64 direction, double focal) {
        return Math.sqrt(
                (direction.x * direction.x + direction.y * direction.y) / (focal * focal) + direction.z * direction.z);
    }
}
