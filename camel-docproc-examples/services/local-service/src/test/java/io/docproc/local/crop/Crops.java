/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.crop;

import java.awt.image.Raster;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import javax.imageio.ImageIO;

/** Crop parameters for tests, and measurements of the results. */
final class Crops {
    private Crops() {}

    static CropParameters onlyPosition() {
        return new CropParameters(-1, true, true, true, false, false, false, 95, Optional.empty());
    }

    static CropParameters mode(int enhanceMode) {
        return new CropParameters(enhanceMode, true, false, true, false, false, false, 95, Optional.empty());
    }

    static CropParameters deblurred() {
        return new CropParameters(-1, true, false, true, true, false, false, 95, Optional.empty());
    }

    static CropParameters upright() {
        return new CropParameters(-1, true, false, true, false, true, false, 95, Optional.empty());
    }

    static CropParameters rounded() {
        return new CropParameters(-1, true, false, true, false, false, true, 95, Optional.empty());
    }

    static CropParameters quality(int jpegQuality) {
        return new CropParameters(-1, true, false, true, false, false, false, jpegQuality, Optional.empty());
    }

    static CropParameters notDewarped() {
        return new CropParameters(-1, true, false, false, false, false, false, 95, Optional.empty());
    }

    static CropParameters notCropped(int enhanceMode) {
        return new CropParameters(enhanceMode, false, false, true, false, false, false, 95, Optional.empty());
    }

    static CropParameters at(String sizeAndPosition) {
        return new CropParameters(
                -1, false, false, true, false, false, false, 95, Optional.of(SizeAndPosition.parse(sizeAndPosition)));
    }

    /** Decodes the JPEG of a result. */
    static Raster pixels(CropResult result) {
        try {
            return ImageIO.read(new ByteArrayInputStream(result.jpeg().orElseThrow()))
                    .getRaster();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the mean of all bands in a square of 2 * radius pixels. */
    static double mean(Raster pixels, int x, int y, int radius) {
        double sum = 0;
        int[] window = pixels.getPixels(x - radius, y - radius, 2 * radius, 2 * radius, (int[]) null);
        for (int value : window) sum += value;
        return sum / window.length;
    }

    /** Returns the share of pixels with a first band in the range. */
    static double share(Raster pixels, int least, int most) {
        int[] band = pixels.getSamples(0, 0, pixels.getWidth(), pixels.getHeight(), 0, (int[]) null);
        int count = 0;
        for (int value : band) if (value >= least && value <= most) count++;
        return (double) count / band.length;
    }

    /** Returns the mean absolute difference of adjacent pixels in rows. */
    static double gradient(Raster pixels) {
        double sum = 0;
        for (int y = 0; y < pixels.getHeight(); y++) {
            int[] row = pixels.getSamples(0, y, pixels.getWidth(), 1, 0, (int[]) null);
            for (int x = 1; x < row.length; x++) sum += Math.abs(row[x] - row[x - 1]);
        }
        return sum / (pixels.getWidth() * pixels.getHeight());
    }
}
