/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.crop;

import boofcv.alg.filter.binary.GThresholdImageOps;
import boofcv.struct.image.GrayU8;
import boofcv.struct.image.Planar;
import io.docproc.local.image.PaperLight;
import java.util.Arrays;

/** Images of black and white alone. */
final class Bitonal {
    private static final int WHITE = 255;
    private static final int MIDDLE = 128;
    private static final double FULL_STROKES = 1.12;

    /** A page without ink would otherwise be split in the middle of its paper's noise. */
    private static final double HIGHEST_THRESHOLD = 195;

    private Bitonal() {}

    /** Ink black and paper white, however unevenly the paper is lit. */
    static Planar<GrayU8> blackAndWhite(Planar<GrayU8> image) {
        return Tones.asPlanar(threshold(Tones.luminance(image), FULL_STROKES));
    }

    /**
     * Black where there is ink.
     *
     * @param heaviness of the strokes: more than 1 keeps faint ink, less keeps neighbouring letters apart
     */
    static GrayU8 threshold(GrayU8 luminance, double heaviness) {
        GrayU8 even = PaperLight.divideOut(luminance);
        double threshold = Math.min(HIGHEST_THRESHOLD, heaviness * GThresholdImageOps.computeOtsu(even, 0, WHITE));
        for (int i = 0; i < even.data.length; i++) {
            even.data[i] = (byte) ((even.data[i] & 255) > threshold ? WHITE : 0);
        }
        return even;
    }

    /** Error diffusion by Floyd and Steinberg, each second row from right to left. */
    static Planar<GrayU8> dithered(Planar<GrayU8> image) {
        GrayU8 grey = Tones.stretch(Tones.luminance(image));
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
        return Tones.asPlanar(grey);
    }
}
