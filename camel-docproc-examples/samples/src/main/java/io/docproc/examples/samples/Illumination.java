/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.samples;

/**
 * Lighting of the scene and image quality of the camera.
 *
 * @param shadow how much light the photographer's shadow takes away, 0 to 1
 * @param shadowAngle the direction in which that shadow deepens, degrees clockwise from right
 * @param vignette how much darker the picture's corners are than its centre, 0 to 1
 * @param warmth how far the light leans from blue (below 0) to red (above 0), -1 to 1
 * @param exposure overall brightness, 1 = as painted
 * @param blur standard deviation of the lens blur, pixels
 * @param noise standard deviation of the sensor's noise, grey levels
 */
record Illumination(
        double shadow,
        double shadowAngle,
        double vignette,
        double warmth,
        double exposure,
        double blur,
        double noise) {}
