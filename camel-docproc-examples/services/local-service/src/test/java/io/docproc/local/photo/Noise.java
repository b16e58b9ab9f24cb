/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.photo;

/**
 * Reproducible value noise.
 *
 * @param seed seed of the noise
 */
record Noise(long seed) {
    private static final int OCTAVES = 4;

    /** Returns the noise of one scale at a point, 0 to 1. */
    double at(double x, double y) {
        long column = (long) Math.floor(x);
        long row = (long) Math.floor(y);
        double u = smooth(x - column);
        double v = smooth(y - row);
        double top = lattice(column, row) * (1 - u) + lattice(column + 1, row) * u;
        double bottom = lattice(column, row + 1) * (1 - u) + lattice(column + 1, row + 1) * u;
        return top * (1 - v) + bottom * v;
    }

    /** Returns the sum of several scales of noise at a point, 0 to 1. */
    double fractal(double x, double y) {
        double sum = 0;
        double amplitude = 0.5;
        double frequency = 1;
        for (int octave = 0; octave < OCTAVES; octave++) {
            sum += amplitude * at(x * frequency + octave * 101, y * frequency);
            amplitude /= 2;
            frequency *= 2;
        }
        return sum / (1 - Math.pow(0.5, OCTAVES));
    }

    private double lattice(long column, long row) {
        long hash = seed ^ column * 0x9E3779B97F4A7C15L ^ row * 0xC2B2AE3D27D4EB4FL;
        hash = (hash ^ hash >>> 30) * 0xBF58476D1CE4E5B9L;
        hash = (hash ^ hash >>> 27) * 0x94D049BB133111EBL;
        return ((hash ^ hash >>> 31) >>> 11) * 0x1.0p-53;
    }

    private static double smooth(double t) {
        return t * t * (3 - 2 * t);
    }
}
