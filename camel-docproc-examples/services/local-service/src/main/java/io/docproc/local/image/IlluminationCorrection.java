/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.image;

import boofcv.alg.filter.blur.GBlurImageOps;
import boofcv.alg.interpolate.InterpolatePixelS;
import boofcv.core.image.ConvertImage;
import boofcv.factory.interpolate.FactoryInterpolation;
import boofcv.struct.border.BorderType;
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

    private IlluminationCorrection() {}

    /** Returns the image with even illumination and without colour cast. */
    public static Planar<GrayU8> apply(Planar<GrayU8> image) {
        Planar<GrayU8> even = new Planar<>(GrayU8.class, image.width, image.height, image.getNumBands());
        for (int i = 0; i < image.getNumBands(); i++) even.setBand(i, apply(image.getBand(i)));
        return even;
    }

    /** Returns the band with even illumination. */
    public static GrayU8 apply(GrayU8 band) {
        GrayF32 small = illumination(ImageOperations.reduced(band, SMALL_SIDE));
        InterpolatePixelS<GrayF32> illumination = FactoryInterpolation.bilinearPixelS(small, BorderType.EXTENDED);
        illumination.setImage(small);
        GrayU8 even = new GrayU8(band.width, band.height);
        float stepX = (float) small.width / band.width;
        float stepY = (float) small.height / band.height;
        for (int y = 0; y < band.height; y++) {
            for (int x = 0; x < band.width; x++) {
                float level = illumination.get((x + 0.5f) * stepX - 0.5f, (y + 0.5f) * stepY - 0.5f);
                float value = PAPER_WHITE * band.unsafe_get(x, y) / Math.max(MIN_ILLUMINATION, level);
                even.unsafe_set(x, y, Math.min(255, (int) (value + 0.5f)));
            }
        }
        return even;
    }

    private static GrayF32 illumination(GrayU8 small) {
        GrayF32 level = ConvertImage.convert(small, (GrayF32) null);
        GrayF32 denoised = GBlurImageOps.gaussian(level, null, 0.8, -1, null);
        return GBlurImageOps.gaussian(ImageOperations.close(denoised, INK_RADIUS), null, SMOOTHING, -1, null);
    }
}
