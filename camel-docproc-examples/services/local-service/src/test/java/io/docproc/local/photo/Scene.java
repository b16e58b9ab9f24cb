/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.photo;

import java.awt.image.BufferedImage;
import java.awt.image.DataBufferInt;

/** Page on a table, seen from above, with a contact shadow at its lower right. */
final class Scene {
    private static final double CONTACT_SHADOW = 0.35;
    private static final double CONTACT_REACH_MM = 3.5;

    private final int[] ink;
    private final int width;
    private final int height;
    private final double halfWidth;
    private final double halfHeight;
    private final SurfaceTexture table;
    private final Noise noise;

    Scene(BufferedImage page, SurfaceTexture table, Noise noise) {
        this.ink = ((DataBufferInt) page.getRaster().getDataBuffer()).getData();
        this.width = page.getWidth();
        this.height = page.getHeight();
        this.halfWidth = Camera.millimetres(width) / 2;
        this.halfHeight = Camera.millimetres(height) / 2;
        this.table = table;
        this.noise = noise;
    }

    /** Computes the colour at a point, in millimetres from the centre of the page. */
    void colour(double x, double y, float[] rgb) {
        if (Math.abs(x) <= halfWidth && Math.abs(y) <= halfHeight) {
            paper(x, y, rgb);
        } else {
            table.paint(x, y, noise, rgb);
            double away = Math.hypot(
                    Math.max(0, Math.max(x - halfWidth, -x - halfWidth + 2)),
                    Math.max(0, Math.max(y - halfHeight, -y - halfHeight + 2)));
            float shade = (float) (1 - CONTACT_SHADOW * Math.exp(-away / CONTACT_REACH_MM));
            for (int band = 0; band < 3; band++) rgb[band] *= shade;
        }
    }

    private void paper(double x, double y, float[] rgb) {
        double column = Math.max(0, Math.min(width - 1.001, (x + halfWidth) / (2 * halfWidth) * width - 0.5));
        double row = Math.max(0, Math.min(height - 1.001, (y + halfHeight) / (2 * halfHeight) * height - 0.5));
        int at = ((int) row) * width + ((int) column);
        double u = column - (int) column;
        double v = row - (int) row;
        double fibre = 0.985 + 0.03 * noise.at(x / 2, y / 2);
        for (int band = 0; band < 3; band++) {
            int shift = 16 - 8 * band;
            double top = (ink[at] >> shift & 255) * (1 - u) + (ink[at + 1] >> shift & 255) * u;
            double bottom = (ink[at + width] >> shift & 255) * (1 - u) + (ink[at + width + 1] >> shift & 255) * u;
            rgb[band] = (float) ((top * (1 - v) + bottom * v) * fibre);
        }
    }
}
