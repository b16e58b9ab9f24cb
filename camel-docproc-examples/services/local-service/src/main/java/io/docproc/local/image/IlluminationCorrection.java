/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.image;

import boofcv.alg.filter.blur.GBlurImageOps;
import boofcv.alg.filter.misc.AverageDownSampleOps;
import boofcv.struct.image.GrayF32;
import boofcv.struct.image.GrayU8;
import boofcv.struct.image.Planar;

/**
 * Correction of uneven illumination. The illumination is estimated by morphological closing of a reduced image, and
 * divided out.
 */
public final class IlluminationCorrection {
    private static final int SMALL_SIDE = 400;
    private static final int INK_RADIUS = 16;
    private static final double SMOOTHING = 3;
    private static final float PAPER_WHITE = 248;
    private static final float MIN_ILLUMINATION = 12;

    private final GrayF32 small;
    private final GrayU8 band;

    private IlluminationCorrection(GrayU8 band) {
        this.band = band;
        double scale = Math.min(1, (double) SMALL_SIDE / Math.max(band.width, band.height));
        GrayU8 reduced = band;
        if (scale < 1) {
            reduced = new GrayU8((int) Math.ceil(band.width * scale), (int) Math.ceil(band.height * scale));
            AverageDownSampleOps.down(band, reduced);
        }
        GrayF32 level = new GrayF32(reduced.width, reduced.height);
        for (int i = 0; i < level.data.length; i++) level.data[i] = reduced.data[i] & 255;
        GrayF32 denoised = GBlurImageOps.gaussian(level, null, 0.8, -1, null);
        small = GBlurImageOps.gaussian(Morphology.close(denoised, INK_RADIUS), null, SMOOTHING, -1, null);
    }

    /** Returns the image with even illumination and without colour cast. */
    public static Planar<GrayU8> apply(Planar<GrayU8> image) {
        Planar<GrayU8> even = new Planar<>(GrayU8.class, image.width, image.height, image.getNumBands());
        for (int i = 0; i < image.getNumBands(); i++) even.setBand(i, apply(image.getBand(i)));
        return even;
    }

    /** Returns the band with even illumination. */
    public static GrayU8 apply(GrayU8 band) {
        return new IlluminationCorrection(band).divide();
    }

    private GrayU8 divide() {
        GrayU8 even = new GrayU8(band.width, band.height);
        double stepX = (double) small.width / band.width;
        double stepY = (double) small.height / band.height;
        for (int y = 0; y < band.height; y++) {
            double v = Math.max(0, Math.min(small.height - 1, (y + 0.5) * stepY - 0.5));
            int row = Math.min((int) v, Math.max(0, small.height - 2));
            float down = (float) (v - row);
            for (int x = 0; x < band.width; x++) {
                double u = Math.max(0, Math.min(small.width - 1, (x + 0.5) * stepX - 0.5));
                float illumination = Math.max(MIN_ILLUMINATION, illumination(u, row, down));
                int at = y * band.width + x;
                even.data[at] = (byte) Math.min(255, (int) (PAPER_WHITE * (band.data[at] & 255) / illumination + 0.5f));
            }
        }
        return even;
    }

    private float illumination(double u, int row, float down) {
        int column = Math.min((int) u, Math.max(0, small.width - 2));
        float right = (float) (u - column);
        int at = row * small.width + column;
        int nextRow = small.height > 1 ? small.width : 0;
        int next = small.width > 1 ? 1 : 0;
        float top = small.data[at] * (1 - right) + small.data[at + next] * right;
        float bottom = small.data[at + nextRow] * (1 - right) + small.data[at + nextRow + next] * right;
        return top * (1 - down) + bottom * down;
    }
}
