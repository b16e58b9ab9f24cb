/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.crop;

import boofcv.struct.image.GrayU8;
import boofcv.struct.image.Planar;

/** Rounds the corners of images. The area outside is white, because JPEG has no transparency. */
final class RoundedCorners {
    private static final double RADIUS = 0.05;
    private static final int WHITE = 255;

    private RoundedCorners() {}

    /** Returns a copy with corners of a radius of a twentieth of the shorter side. */
    static Planar<GrayU8> on(Planar<GrayU8> image) {
        Planar<GrayU8> rounded = image.clone();
        int radius = (int) Math.ceil(RADIUS * Math.min(image.width, image.height));
        for (int y = 0; y < radius; y++) {
            for (int x = 0; x < radius; x++) {
                double outside = Math.hypot(radius - x - 0.5, radius - y - 0.5) - radius;
                double white = Math.max(0, Math.min(1, outside + 0.5));
                for (GrayU8 band : rounded.bands) {
                    whiten(band, x, y, white);
                    whiten(band, image.width - 1 - x, y, white);
                    whiten(band, x, image.height - 1 - y, white);
                    whiten(band, image.width - 1 - x, image.height - 1 - y, white);
                }
            }
        }
        return rounded;
    }

    private static void whiten(GrayU8 band, int x, int y, double share) {
        int value = band.unsafe_get(x, y);
        band.unsafe_set(x, y, (int) Math.round(value + share * (WHITE - value)));
    }
}
