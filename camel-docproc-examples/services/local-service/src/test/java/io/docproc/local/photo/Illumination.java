/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.photo;

/**
 * Lighting of the scene and image quality of the camera.
 *
 * @param shadow share of the light that the shadow of the photographer absorbs, 0 to 1
 * @param shadowAngle direction of the shadow, degrees clockwise from right
 * @param vignette darkening of the corners of the photo, 0 to 1
 * @param warmth colour temperature from blue (-1) to red (1)
 * @param exposure brightness factor
 * @param blur standard deviation of the lens blur in pixels
 * @param noise standard deviation of the sensor noise in grey levels
 */
record Illumination(
        double shadow,
        double shadowAngle,
        double vignette,
        double warmth,
        double exposure,
        double blur,
        double noise) {}
