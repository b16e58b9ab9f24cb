/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.image;

import boofcv.alg.filter.misc.AverageDownSampleOps;
import boofcv.alg.misc.ImageMiscOps;
import boofcv.alg.misc.PixelMath;
import boofcv.struct.image.GrayF32;
import boofcv.struct.image.ImageBase;

/** Image operations that BoofCV does not have. */
public final class ImageOperations {
    private ImageOperations() {}

    /** Returns the image reduced to a longer side of {@code side} pixels; a smaller image is not changed. */
    public static <T extends ImageBase<T>> T reduced(T image, int side) {
        double scale = (double) side / Math.max(image.width, image.height);
        if (scale >= 1) return image;
        T small = image.createNew((int) Math.ceil(image.width * scale), (int) Math.ceil(image.height * scale));
        AverageDownSampleOps.down(image, small);
        return small;
    }

    /** Closes an image with a square window: removes dark details that are narrower than the window. */
    public static GrayF32 close(GrayF32 image, int radius) {
        return negative(maximum(negative(maximum(image, radius)), radius));
    }

    private static GrayF32 maximum(GrayF32 image, int radius) {
        return transposed(maximumInRows(transposed(maximumInRows(image, radius)), radius));
    }

    private static GrayF32 maximumInRows(GrayF32 image, int radius) {
        GrayF32 maximum = image.createSameShape();
        for (int y = 0; y < image.height; y++) {
            int row = y * image.width;
            for (int x = 0; x < image.width; x++) {
                int last = row + Math.min(image.width - 1, x + radius);
                float most = image.data[last];
                for (int i = row + Math.max(0, x - radius); i < last; i++) most = Math.max(most, image.data[i]);
                maximum.data[row + x] = most;
            }
        }
        return maximum;
    }

    private static GrayF32 transposed(GrayF32 image) {
        return ImageMiscOps.transpose(image, null);
    }

    private static GrayF32 negative(GrayF32 image) {
        PixelMath.negative(image, image);
        return image;
    }
}
