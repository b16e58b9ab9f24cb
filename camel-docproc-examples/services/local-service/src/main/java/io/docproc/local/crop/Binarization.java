/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.crop;

import boofcv.alg.filter.binary.GThresholdImageOps;
import boofcv.struct.image.GrayU8;
import boofcv.struct.image.Planar;
import io.docproc.local.image.IlluminationCorrection;
import java.util.Arrays;

/** Conversions to black and white images. */
final class Binarization {
    private static final int WHITE = 255;
    private static final int MIDDLE = 128;
    private static final double HIGH_THRESHOLD = 1.12;

    /** Otsu's threshold of a page without ink lies within the noise of the paper. */
    private static final double HIGHEST_THRESHOLD = 195;

    private Binarization() {}

    /** Returns black ink on white paper, also for uneven illumination. */
    static Planar<GrayU8> blackAndWhite(Planar<GrayU8> image) {
        return PointOperations.asPlanar(threshold(PointOperations.luminance(image), HIGH_THRESHOLD));
    }

    /**
     * Returns an image that is black where there is ink.
     *
     * @param factor multiplies Otsu's threshold: more than 1 keeps faint ink, less separates adjacent letters
     */
    static GrayU8 threshold(GrayU8 luminance, double factor) {
        GrayU8 even = IlluminationCorrection.apply(luminance);
        double threshold = Math.min(HIGHEST_THRESHOLD, factor * GThresholdImageOps.computeOtsu(even, 0, WHITE));
        for (int i = 0; i < even.data.length; i++) {
            even.data[i] = (byte) ((even.data[i] & 255) > threshold ? WHITE : 0);
        }
        return even;
    }

    /** Applies Floyd-Steinberg dithering in serpentine order. */
    static Planar<GrayU8> dithered(Planar<GrayU8> image) {
        GrayU8 grey = PointOperations.stretch(PointOperations.luminance(image));
        float[] error = new float[grey.width + 2];
        float[] below = new float[grey.width + 2];
        for (int y = 0; y < grey.height; y++) {
            int step = y % 2 == 0 ? 1 : -1;
            for (int n = 0; n < grey.width; n++) {
                int x = step > 0 ? n : grey.width - 1 - n;
                float wanted = grey.unsafe_get(x, y) + error[x + 1];
                int dot = wanted < MIDDLE ? 0 : WHITE;
                grey.unsafe_set(x, y, dot);
                float rest = (wanted - dot) / 16;
                error[x + 1 + step] += 7 * rest;
                below[x + 1 - step] += 3 * rest;
                below[x + 1] += 5 * rest;
                below[x + 1 + step] += rest;
            }
            float[] done = error;
            error = below;
            below = done;
            Arrays.fill(below, 0);
        }
        return PointOperations.asPlanar(grey);
    }
}
