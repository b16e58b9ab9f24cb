/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.photo;

/** Procedural texture of the surface that the page lies on. */
enum SurfaceTexture {
    /** Brown planks with grain along x. */
    WOOD {
        @Override
        void paint(double x, double y, Noise noise, float[] rgb) {
            double plank = Math.floor(y / 95);
            double grain = noise.fractal(x / 60 + plank * 17, y / 3.2 + plank * 31);
            double rings = 0.5 + 0.5 * Math.sin(noise.fractal(x / 140, y / 22 + plank * 7) * 26);
            double seam = Math.abs(y / 95 - plank) < 0.012 ? 0.5 : 1;
            double light = (0.62 + 0.3 * grain + 0.12 * rings + 0.06 * noise.at(plank, 3.5)) * seam;
            set(rgb, 168 * light, 117 * light, 72 * light);
        }
    },
    /** A grey-blue office desk with blotches and fine grain. */
    DESK {
        @Override
        void paint(double x, double y, Noise noise, float[] rgb) {
            double light = 0.86 + 0.16 * noise.fractal(x / 45, y / 45) + 0.1 * noise.at(x / 0.9, y / 0.9);
            set(rgb, 122 * light, 130 * light, 140 * light);
        }
    },
    /** A dark woven cloth with soft folds. */
    DARK_CLOTH {
        @Override
        void paint(double x, double y, Noise noise, float[] rgb) {
            double weave = 0.5 + 0.25 * Math.sin(x * 2.4) + 0.25 * Math.sin(y * 2.4);
            double folds = noise.fractal(x / 120 + 5, y / 70);
            double light = 0.55 + 0.25 * weave + 0.6 * folds;
            set(rgb, 46 * light, 50 * light, 66 * light);
        }
    },
    /** A light table, slightly darker than paper. */
    LIGHT_TABLE {
        @Override
        void paint(double x, double y, Noise noise, float[] rgb) {
            double light = 0.95 + 0.05 * noise.fractal(x / 30, y / 30) + 0.02 * noise.at(x, y);
            set(rgb, 214 * light, 211 * light, 204 * light);
        }
    };

    /**
     * Computes the colour of a point.
     *
     * @param x millimetres to the right
     * @param y millimetres downwards
     * @param rgb receives red, green and blue, 0 to 255
     */
    abstract void paint(double x, double y, Noise noise, float[] rgb);

    private static void set(float[] rgb, double red, double green, double blue) {
        rgb[0] = (float) red;
        rgb[1] = (float) green;
        rgb[2] = (float) blue;
    }
}
