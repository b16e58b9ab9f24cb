/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.photo;

import java.util.ArrayList;
import java.util.List;

/**
 * Pinhole camera above the table: projects points of the page to the photo.
 *
 * @param width width of the photo in pixels
 * @param height height of the photo in pixels
 * @param roll clockwise rotation of the page in degrees
 * @param tilt backward tilt of the camera in degrees
 * @param pan sideways tilt of the camera in degrees
 * @param distance distance from the camera to the centre of the page in millimetres
 * @param shiftX distance of the centre of the page to the right of the centre of the photo in pixels
 * @param shiftY distance of the centre of the page below the centre of the photo in pixels
 */
record View(
        int width, int height, double roll, double tilt, double pan, double distance, double shiftX, double shiftY) {

    /** Returns the homography from the page (millimetres from its centre) to the photo (pixels) in row-major order. */
    double[] toPicture() {
        double focal = 0.85 * Math.max(width, height);
        double[][] axes = {axis(1, 0), axis(0, 1)};
        double[] matrix = new double[9];
        double[] centre = {width / 2.0 + shiftX, height / 2.0 + shiftY};
        for (int column = 0; column < 2; column++) {
            double[] direction = axes[column];
            matrix[column] = focal * direction[0] + centre[0] * direction[2];
            matrix[3 + column] = focal * direction[1] + centre[1] * direction[2];
            matrix[6 + column] = direction[2];
        }
        matrix[2] = centre[0] * distance;
        matrix[5] = centre[1] * distance;
        matrix[8] = distance;
        return matrix;
    }

    /** Returns the homography from the photo to the page, up to scale. */
    double[] toPlane() {
        double[] m = toPicture();
        return new double[] {
            m[4] * m[8] - m[5] * m[7], m[2] * m[7] - m[1] * m[8], m[1] * m[5] - m[2] * m[4],
            m[5] * m[6] - m[3] * m[8], m[0] * m[8] - m[2] * m[6], m[2] * m[3] - m[0] * m[5],
            m[3] * m[7] - m[4] * m[6], m[1] * m[6] - m[0] * m[7], m[0] * m[4] - m[1] * m[3]
        };
    }

    /**
     * Returns the corners of the page in coordinates of the photo, clockwise from top left in the photo.
     *
     * @param pageWidth millimetres
     * @param pageHeight millimetres
     */
    List<Double> corners(double pageWidth, double pageHeight) {
        double[] signs = {-1, -1, 1, -1, 1, 1, -1, 1};
        int first = 2 * Math.floorMod((int) -Math.round(roll / 90), 4);
        List<Double> corners = new ArrayList<>();
        for (int i = 0; i < signs.length; i += 2) {
            int corner = (first + i) % signs.length;
            double[] point = map(toPicture(), signs[corner] * pageWidth / 2, signs[corner + 1] * pageHeight / 2);
            corners.add(point[0]);
            corners.add(point[1]);
        }
        return corners;
    }

    static double[] map(double[] homography, double x, double y) {
        double w = homography[6] * x + homography[7] * y + homography[8];
        return new double[] {
            (homography[0] * x + homography[1] * y + homography[2]) / w,
            (homography[3] * x + homography[4] * y + homography[5]) / w
        };
    }

    private double[] axis(double planeX, double planeY) {
        double r = Math.toRadians(roll);
        double t = Math.toRadians(tilt);
        double p = Math.toRadians(pan);
        double x = planeX * Math.cos(r) - planeY * Math.sin(r);
        double y = planeX * Math.sin(r) + planeY * Math.cos(r);
        double depth = -y * Math.sin(t);
        y *= Math.cos(t);
        return new double[] {x * Math.cos(p) + depth * Math.sin(p), y, depth * Math.cos(p) - x * Math.sin(p)};
    }
}
