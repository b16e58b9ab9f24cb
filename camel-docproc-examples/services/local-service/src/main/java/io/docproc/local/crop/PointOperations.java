/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.crop;

import boofcv.alg.color.ColorRgb;
import boofcv.alg.misc.ImageStatistics;
import boofcv.struct.image.GrayU8;
import boofcv.struct.image.Planar;
import java.util.function.DoubleUnaryOperator;

/** Point operations: the new value of a pixel depends on its old value and the histogram of the image. */
final class PointOperations {
    private static final int LEVELS = 256;
    private static final double PAPER_SHARE = 0.9;
    private static final double INK_SHARE = 0.005;
    private static final double PAPER_WHITE = 248;
    private static final double INK_BLACK = 10;
    private static final double BRIGHTENING_GAMMA = 0.75;
    private static final double COLOUR_BOOST = 1.15;

    private PointOperations() {}

    /** Returns the luminance. */
    static GrayU8 luminance(Planar<GrayU8> image) {
        if (image.getNumBands() == 1) return image.getBand(0).clone();
        GrayU8 luminance = new GrayU8(image.width, image.height);
        ColorRgb.rgbToGray_Weighted(image, luminance);
        return luminance;
    }

    static Planar<GrayU8> asPlanar(GrayU8 band) {
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
        Planar<GrayU8> stretched = new Planar<>(GrayU8.class, image.width, image.height, image.getNumBands());
        for (int i = 0; i < image.getNumBands(); i++) {
            GrayU8 band = image.getBand(i);
            stretched.setBand(i, stretch(band, ink, percentile(band, PAPER_SHARE)));
        }
        return saturate(stretched);
    }

    /** Stretches the contrast of a band from ink to paper. */
    static GrayU8 stretch(GrayU8 band) {
        return stretch(band, percentile(band, INK_SHARE), percentile(band, PAPER_SHARE));
    }

    private static GrayU8 stretch(GrayU8 band, int ink, int paper) {
        double range = Math.max(1, paper - ink);
        return map(band, value -> INK_BLACK + (PAPER_WHITE - INK_BLACK) * (value - ink) / range);
    }

    /** Darkens all levels below paper white. */
    static Planar<GrayU8> darkenInk(Planar<GrayU8> image) {
        return mapBands(image, value -> {
            double t = value / (LEVELS - 1);
            return (LEVELS - 1) * (t < 0.9 ? 0.9 * Math.pow(t / 0.9, 1.35) : t);
        });
    }

    /** Returns the level below which this share of the pixels lies. */
    static int percentile(GrayU8 band, double share) {
        int[] histogram = new int[LEVELS];
        ImageStatistics.histogram(band, 0, histogram);
        long target = (long) (share * band.width * band.height);
        long seen = 0;
        for (int level = 0; level < LEVELS; level++) {
            seen += histogram[level];
            if (seen > target) return level;
        }
        return LEVELS - 1;
    }

    static byte clamp(double value) {
        return (byte) Math.max(0, Math.min(LEVELS - 1, Math.round(value)));
    }

    private static Planar<GrayU8> saturate(Planar<GrayU8> image) {
        GrayU8 luminance = luminance(image);
        for (GrayU8 band : image.bands) {
            for (int i = 0; i < band.data.length; i++) {
                int grey = luminance.data[i] & 255;
                band.data[i] = clamp(grey + COLOUR_BOOST * ((band.data[i] & 255) - grey));
            }
        }
        return image;
    }

    private static Planar<GrayU8> mapBands(Planar<GrayU8> image, DoubleUnaryOperator curve) {
        Planar<GrayU8> mapped = new Planar<>(GrayU8.class, image.width, image.height, image.getNumBands());
        for (int i = 0; i < image.getNumBands(); i++) mapped.setBand(i, map(image.getBand(i), curve));
        return mapped;
    }

    private static GrayU8 map(GrayU8 band, DoubleUnaryOperator curve) {
        byte[] table = new byte[LEVELS];
        for (int level = 0; level < LEVELS; level++) table[level] = clamp(curve.applyAsDouble(level));
        GrayU8 mapped = band.createSameShape();
        for (int i = 0; i < band.data.length; i++) mapped.data[i] = table[band.data[i] & 255];
        return mapped;
    }
}
