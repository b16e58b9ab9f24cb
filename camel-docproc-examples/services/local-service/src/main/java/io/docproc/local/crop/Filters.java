/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.crop;

import boofcv.alg.color.ColorRgb;
import boofcv.alg.enhance.EnhanceImageOps;
import boofcv.alg.filter.binary.GThresholdImageOps;
import boofcv.alg.filter.binary.ThresholdImageOps;
import boofcv.alg.filter.blur.BlurImageOps;
import boofcv.alg.misc.GPixelMath;
import boofcv.alg.misc.ImageStatistics;
import boofcv.struct.image.GrayU8;
import boofcv.struct.image.Planar;
import io.docproc.local.image.IlluminationCorrection;
import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;

/** Filters of colour, contrast and sharpness. No filter changes its argument. */
final class Filters {
    private static final int WHITE = 255;
    private static final int MIDDLE = 128;
    private static final double PAPER_SHARE = 0.9;
    private static final double INK_SHARE = 0.005;
    private static final double PAPER_WHITE = 248;
    private static final double INK_BLACK = 10;
    private static final double BRIGHTENING_GAMMA = 0.75;
    private static final double COLOUR_BOOST = 1.15;

    /** Factor of Otsu's threshold that keeps faint ink. */
    private static final double HIGH_THRESHOLD = 1.12;

    /** Otsu's threshold of a page without ink lies within the noise of the paper. */
    private static final double HIGHEST_THRESHOLD = 195;

    /** Longer side of the image to which the widths of the Gaussian blur refer. */
    private static final double REFERENCE_SIDE = 1500;

    /** Differences up to this level are noise and are not amplified. */
    private static final int NOISE = 2;

    private Filters() {}

    /** Returns the luminance. */
    static GrayU8 luminance(Planar<GrayU8> image) {
        if (image.getNumBands() == 1) return image.getBand(0).clone();
        GrayU8 luminance = new GrayU8(image.width, image.height);
        ColorRgb.rgbToGray_Weighted(image, luminance);
        return luminance;
    }

    /** Returns an image with one band. */
    static Planar<GrayU8> grayscale(GrayU8 band) {
        Planar<GrayU8> image = new Planar<>(GrayU8.class, band.width, band.height, 0);
        image.bands = new GrayU8[] {band};
        return image;
    }

    static Planar<GrayU8> brighten(Planar<GrayU8> image) {
        double paper = Math.max(1, percentile(luminance(image), PAPER_SHARE));
        return mapBands(image, value -> PAPER_WHITE * Math.pow(Math.min(value / paper, 1.02), BRIGHTENING_GAMMA));
    }

    /**
     * Stretches contrast and saturation. Each band has its own white point, which removes the colour cast. All bands
     * have the same black point, so that shadows stay neutral.
     */
    static Planar<GrayU8> stretch(Planar<GrayU8> image) {
        int ink = percentile(luminance(image), INK_SHARE);
        Planar<GrayU8> stretched = image.createSameShape();
        for (int i = 0; i < image.getNumBands(); i++) stretched.setBand(i, stretch(image.getBand(i), ink));
        GrayU8 luminance = luminance(stretched);
        for (GrayU8 band : stretched.bands) {
            for (int i = 0; i < band.data.length; i++) {
                int grey = luminance.data[i] & 255;
                band.data[i] = clamp(grey + COLOUR_BOOST * ((band.data[i] & 255) - grey));
            }
        }
        return stretched;
    }

    /** Stretches the contrast of a band from a level of ink to its paper. */
    private static GrayU8 stretch(GrayU8 band, int ink) {
        double range = Math.max(1, percentile(band, PAPER_SHARE) - ink);
        return map(band, value -> INK_BLACK + (PAPER_WHITE - INK_BLACK) * (value - ink) / range);
    }

    /** Corrects uneven illumination, then darkens all levels below paper white. */
    static Planar<GrayU8> removeShadows(Planar<GrayU8> image) {
        return mapBands(IlluminationCorrection.apply(image), value -> {
            double t = value / WHITE;
            return WHITE * (t < 0.9 ? 0.9 * Math.pow(t / 0.9, 1.35) : t);
        });
    }

    /** Returns black ink on white paper, also for uneven illumination. */
    static Planar<GrayU8> blackAndWhite(Planar<GrayU8> image) {
        GrayU8 paper = ink(luminance(image), HIGH_THRESHOLD, false);
        GPixelMath.multiply(paper, WHITE, paper);
        return grayscale(paper);
    }

    /**
     * Returns an image that is 1 where there is ink, or 1 where there is none, and else 0.
     *
     * @param factor multiplies Otsu's threshold: more than 1 keeps faint ink, less separates adjacent letters
     */
    static GrayU8 ink(GrayU8 luminance, double factor, boolean ink) {
        GrayU8 even = IlluminationCorrection.apply(luminance);
        double threshold = Math.min(HIGHEST_THRESHOLD, factor * GThresholdImageOps.computeOtsu(even, 0, WHITE));
        return ThresholdImageOps.threshold(even, null, (int) threshold, ink);
    }

    /** Applies Floyd-Steinberg dithering in serpentine order. */
    static Planar<GrayU8> dither(Planar<GrayU8> image) {
        GrayU8 luminance = luminance(image);
        GrayU8 grey = stretch(luminance, percentile(luminance, INK_SHARE));
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
        return grayscale(grey);
    }

    /**
     * Sharpens by unsharp masking of the luminance.
     *
     * @param sigma standard deviation of the Gaussian blur for an image of 1500 pixels; scaled for larger images
     * @param amount factor of the added detail
     */
    static Planar<GrayU8> sharpen(Planar<GrayU8> image, double sigma, double amount) {
        double width = sigma * Math.max(1, Math.max(image.width, image.height) / REFERENCE_SIDE);
        GrayU8 luminance = luminance(image);
        GrayU8 blurred = BlurImageOps.gaussian(luminance, null, width, -1, null);
        Planar<GrayU8> sharp = image.createSameShape();
        for (int i = 0; i < luminance.data.length; i++) {
            int detail = (luminance.data[i] & 255) - (blurred.data[i] & 255);
            double added = Math.abs(detail) > NOISE ? amount * (detail - Integer.signum(detail) * NOISE) : 0;
            for (int band = 0; band < image.getNumBands(); band++) {
                sharp.getBand(band).data[i] = clamp((image.getBand(band).data[i] & 255) + added);
            }
        }
        return sharp;
    }

    /** Returns the level below which this share of the pixels lies. */
    private static int percentile(GrayU8 band, double share) {
        int[] histogram = new int[WHITE + 1];
        ImageStatistics.histogram(band, 0, histogram);
        long target = (long) (share * band.width * band.height);
        int level = 0;
        for (long seen = histogram[0]; seen <= target && level < WHITE; seen += histogram[level]) level++;
        return level;
    }

    private static byte clamp(double value) {
        return (byte) Math.max(0, Math.min(WHITE, Math.round(value)));
    }

    private static Planar<GrayU8> mapBands(Planar<GrayU8> image, DoubleUnaryOperator curve) {
        Planar<GrayU8> mapped = image.createSameShape();
        for (int i = 0; i < image.getNumBands(); i++) mapped.setBand(i, map(image.getBand(i), curve));
        return mapped;
    }

    private static GrayU8 map(GrayU8 band, DoubleUnaryOperator curve) {
        int[] table = IntStream.rangeClosed(0, WHITE)
                .map(level -> clamp(curve.applyAsDouble(level)) & 255)
                .toArray();
        GrayU8 mapped = band.createSameShape();
        EnhanceImageOps.applyTransform(band, table, mapped);
        return mapped;
    }
}
