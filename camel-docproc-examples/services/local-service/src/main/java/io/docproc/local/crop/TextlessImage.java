/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.crop;

import boofcv.alg.filter.blur.GBlurImageOps;
import boofcv.struct.image.GrayF32;
import boofcv.struct.image.GrayU8;
import boofcv.struct.image.Planar;
import io.docproc.local.image.Morphology;

/**
 * Reduced photo in which text, rulings and other thin dark strokes are removed by morphological closing. Its levels are
 * gamma-corrected, so that an edge has the same contrast in shadow and in light.
 *
 * @param bands red, green and blue, 0 to 255
 */
record TextlessImage(Planar<GrayF32> bands) {
    private static final int STROKE_RADIUS = 3;

    static TextlessImage of(Planar<GrayU8> photo) {
        Planar<GrayF32> bands = new Planar<>(GrayF32.class, photo.width, photo.height, photo.getNumBands());
        float[] scale = new float[256];
        for (int i = 0; i < scale.length; i++) scale[i] = (float) (Math.sqrt(i / 255.0) * 255);
        for (int band = 0; band < photo.getNumBands(); band++) {
            byte[] from = photo.getBand(band).data;
            GrayF32 level = bands.getBand(band);
            for (int i = 0; i < level.data.length; i++) level.data[i] = scale[from[i] & 255];
            GrayF32 smooth = GBlurImageOps.gaussian(level, null, 1, -1, null);
            bands.setBand(band, GBlurImageOps.gaussian(Morphology.close(smooth, STROKE_RADIUS), null, 0.7, -1, null));
        }
        return new TextlessImage(bands);
    }

    int width() {
        return bands.width;
    }

    int height() {
        return bands.height;
    }

    /** Returns the index of the nearest pixel; outside the image, of the one at its border. */
    int index(double x, double y) {
        int column = (int) Math.max(0, Math.min(bands.width - 1, x));
        int row = (int) Math.max(0, Math.min(bands.height - 1, y));
        return row * bands.width + column;
    }

    /** Returns the value of a band at the index of a pixel. */
    float at(int band, int index) {
        return bands.bands[band].data[index];
    }
}
