/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.photo;

import boofcv.alg.filter.blur.GBlurImageOps;
import boofcv.io.image.ConvertBufferedImage;
import boofcv.struct.image.GrayF32;
import boofcv.struct.image.Planar;
import java.awt.image.BufferedImage;
import java.util.Random;

/** Renders a photo of a page on a table with perspective, texture, shadows, vignetting, blur and noise. */
final class Camera {
    private static final double MILLIMETRES_PER_INCH = 25.4;
    private static final int PAGE_DPI = 150;
    private static final int SUBSAMPLES = 2;

    private final View view;
    private final Illumination light;
    private final SurfaceTexture table;
    private final long seed;

    Camera(View view, Illumination light, SurfaceTexture table, long seed) {
        this.view = view;
        this.light = light;
        this.table = table;
        this.seed = seed;
    }

    /** Converts pixels of a page to millimetres. */
    static double millimetres(int pixels) {
        return pixels * MILLIMETRES_PER_INCH / PAGE_DPI;
    }

    /** Renders the photo of a flat page with 150 dpi. */
    BufferedImage photograph(BufferedImage page) {
        Planar<GrayF32> picture = new Planar<>(GrayF32.class, view.width(), view.height(), 3);
        double[] toPlane = view.toPlane();
        Scene scene = new Scene(page, table, new Noise(seed));
        float[] rgb = new float[3];
        float[] sum = new float[3];
        for (int y = 0; y < view.height(); y++) {
            for (int x = 0; x < view.width(); x++) {
                sum[0] = sum[1] = sum[2] = 0;
                for (int i = 0; i < SUBSAMPLES * SUBSAMPLES; i++) {
                    double u = x + (i % SUBSAMPLES + 0.5) / SUBSAMPLES;
                    double v = y + (Math.floorDiv(i, SUBSAMPLES) + 0.5) / SUBSAMPLES;
                    double[] point = View.map(toPlane, u, v);
                    scene.colour(point[0], point[1], rgb);
                    for (int band = 0; band < 3; band++) sum[band] += rgb[band];
                }
                expose(picture, x, y, sum);
            }
        }
        return develop(picture);
    }

    private void expose(Planar<GrayF32> picture, int x, int y, float[] sum) {
        double dx = (x - view.width() / 2.0) / (view.width() / 2.0);
        double dy = (y - view.height() / 2.0) / (view.height() / 2.0);
        double angle = Math.toRadians(light.shadowAngle());
        double into = dx * Math.cos(angle) + dy * Math.sin(angle) + 0.15 * Math.sin(3 * dy + 2 * dx);
        double shade = 1 - light.shadow() / (1 + Math.exp(-into * 9));
        double fallOff = 1 - light.vignette() * (dx * dx + dy * dy) / 2;
        double level = light.exposure() * shade * fallOff / (SUBSAMPLES * SUBSAMPLES);
        double[] tint = {1 + 0.08 * light.warmth(), 1, 1 - 0.12 * light.warmth()};
        for (int band = 0; band < 3; band++) {
            picture.getBand(band).unsafe_set(x, y, (float) (sum[band] * level * tint[band]));
        }
    }

    private BufferedImage develop(Planar<GrayF32> picture) {
        Planar<GrayF32> seen = picture;
        if (light.blur() > 0) {
            seen = picture.createSameShape();
            GBlurImageOps.gaussian(picture, seen, light.blur(), -1, null);
        }
        Random random = new Random(seed);
        for (int band = 0; band < 3; band++) {
            float[] data = seen.getBand(band).data;
            for (int i = 0; i < data.length; i++) {
                double value = data[i] + light.noise() * random.nextGaussian();
                data[i] = (float) Math.max(0, Math.min(255, value));
            }
        }
        BufferedImage photo = new BufferedImage(view.width(), view.height(), BufferedImage.TYPE_3BYTE_BGR);
        return ConvertBufferedImage.convertTo(seen, photo, true);
    }
}
