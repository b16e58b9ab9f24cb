/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.crop;

import boofcv.alg.filter.blur.BlurImageOps;
import boofcv.struct.image.GrayU8;
import boofcv.struct.image.Planar;

/**
 * Unsharp masking of the luminance.
 *
 * @param sigma standard deviation of the Gaussian blur for an image of 1500 pixels; scaled for larger images
 * @param amount factor of the added detail
 */
record Sharpening(double sigma, double amount) {
    /** For {@code deblur_image}. */
    static final Sharpening DEBLUR = new Sharpening(1.6, 1.6);

    /** For {@code enhance_mode=2}. */
    static final Sharpening ENHANCE = new Sharpening(1.1, 0.9);

    private static final double REFERENCE_SIDE = 1500;

    /** Differences up to this level are noise and are not amplified. */
    private static final int NOISE = 2;

    Planar<GrayU8> apply(Planar<GrayU8> image) {
        double width = sigma * Math.max(1, Math.max(image.width, image.height) / REFERENCE_SIDE);
        GrayU8 luminance = PointOperations.luminance(image);
        GrayU8 blurred = BlurImageOps.gaussian(luminance, null, width, -1, null);
        Planar<GrayU8> sharp = image.createSameShape();
        for (int i = 0; i < luminance.data.length; i++) {
            int detail = (luminance.data[i] & 255) - (blurred.data[i] & 255);
            double added = Math.abs(detail) > NOISE ? amount * (detail - Integer.signum(detail) * NOISE) : 0;
            for (int band = 0; band < image.getNumBands(); band++) {
                sharp.getBand(band).data[i] = PointOperations.clamp((image.getBand(band).data[i] & 255) + added);
            }
        }
        return sharp;
    }
}
