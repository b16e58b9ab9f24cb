/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.image;

import boofcv.struct.image.GrayF32;

/** Grayscale morphology with a square window; BoofCV has it for binary images only. */
public final class Morphology {
    private Morphology() {}

    /** Closes an image: removes dark details that are narrower than the window. */
    public static GrayF32 close(GrayF32 image, int radius) {
        return negate(maximum(negate(maximum(image, radius)), radius));
    }

    private static GrayF32 maximum(GrayF32 image, int radius) {
        GrayF32 rows = image.createSameShape();
        for (int y = 0; y < image.height; y++) {
            slide(image.data, y * image.width, 1, image.width, radius, rows.data);
        }
        GrayF32 both = image.createSameShape();
        for (int x = 0; x < image.width; x++) {
            slide(rows.data, x, image.width, image.height, radius, both.data);
        }
        return both;
    }

    private static void slide(float[] from, int start, int stride, int count, int radius, float[] to) {
        int[] falling = new int[count];
        int head = 0;
        int tail = 0;
        for (int i = 0; i < count + radius; i++) {
            if (i < count) {
                float value = from[start + i * stride];
                while (tail > head && from[start + falling[tail - 1] * stride] <= value) tail--;
                falling[tail++] = i;
            }
            int centre = i - radius;
            if (centre >= 0) {
                if (falling[head] < centre - radius) head++;
                to[start + centre * stride] = from[start + falling[head] * stride];
            }
        }
    }

    private static GrayF32 negate(GrayF32 image) {
        for (int i = 0; i < image.data.length; i++) image.data[i] = -image.data[i];
        return image;
    }
}
