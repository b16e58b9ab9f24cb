/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.crop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.docproc.local.photo.Photographs;
import java.awt.image.Raster;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

@Execution(ExecutionMode.CONCURRENT)
class EnhancementTest {
    /** Paper without ink above and below the table of the invoice, in light and in shadow. */
    private static final double[][] PAPER = {{0.06, 0.3}, {0.6, 0.85}, {0.93, 0.7}, {0.3, 0.8}};

    @TempDir
    static Path folder;

    private static Path photo;
    private static Raster plain;

    @BeforeAll
    static void photograph() {
        photo = Photographs.write(Photographs.invoiceInShadow(), "png", folder.resolve("photo.png"));
        plain = enhanced(-1);
    }

    @Test
    void brighteningMakesPaperWhiteAndKeepsColour() {
        Raster bright = enhanced(1);

        assertThat(meanOfAll(bright)).isGreaterThan(meanOfAll(plain) + 15);
        assertThat(bright.getNumBands()).isEqualTo(3);
    }

    @Test
    void enhancingStretchesContrastRemovesTheCastAndSharpens() {
        Raster enhanced = enhanced(2);

        assertThat(Crops.gradient(enhanced)).isGreaterThan(1.4 * Crops.gradient(plain));
        assertThat(cast(enhanced)).isLessThan(cast(plain) * 0.6);
    }

    @Test
    void blackAndWhiteHasNoOtherLevels() {
        Raster bitonal = enhanced(3);

        assertThat(Crops.share(bitonal, 0, 40) + Crops.share(bitonal, 215, 255)).isGreaterThan(0.97);
        assertThat(Crops.share(bitonal, 0, 40)).as("ink").isBetween(0.01, 0.2);
        for (double[] place : PAPER) {
            assertThat(at(bitonal, place)).as("paper, lit or in shadow").isGreaterThan(250);
        }
    }

    @Test
    void grayscaleHasOneBandAndTheSameBrightness() {
        Raster grey = enhanced(4);

        assertThat(grey.getNumBands()).isOne();
        assertThat(Math.abs(meanOfAll(grey) - meanOfAll(plain))).isLessThan(8);
    }

    @Test
    void shadowRemovalMakesTheIlluminationEven() {
        assertThat(unevenness(plain)).as("before").isGreaterThan(45);

        Raster even = enhanced(5);

        assertThat(unevenness(even)).isLessThan(8);
        assertThat(at(even, PAPER[0])).isGreaterThan(235);
        assertThat(Crops.share(even, 0, 120)).as("ink is still there").isGreaterThan(0.005);
    }

    @Test
    void theDitheredBitmapKeepsTheMeanBrightness() {
        Raster dots = enhanced(6);

        assertThat(Crops.share(dots, 0, 60) + Crops.share(dots, 195, 255)).isGreaterThan(0.9);
        assertThat(Crops.gradient(dots)).as("dots alternate").isGreaterThan(5 * Crops.gradient(plain));
        double lit = at(dots, PAPER[0]);
        double shaded = at(dots, PAPER[1]);
        assertThat(lit - shaded).as("the shadow is still seen").isGreaterThan(30);
        assertThat(shaded).isBetween(20.0, 220.0);
    }

    @Test
    void anUnknownModeIsRejected() {
        for (int mode : new int[] {-2, 0, 7}) {
            assertThatThrownBy(() -> Crops.mode(mode))
                    .hasMessageContaining("enhance_mode")
                    .hasMessageContaining(String.valueOf(mode))
                    .extracting("code")
                    .isEqualTo(40004);
        }
    }

    @Test
    void aQualityOutOfRangeIsRejected() {
        for (int quality : new int[] {0, 101}) {
            assertThatThrownBy(() -> Crops.quality(quality))
                    .hasMessageContaining("jpeg_quality")
                    .extracting("code")
                    .isEqualTo(40004);
        }
    }

    private static Raster enhanced(int mode) {
        return Crops.pixels(new CropService().crop(photo, Crops.mode(mode)));
    }

    private static double at(Raster pixels, double[] place) {
        return Crops.mean(pixels, (int) (place[0] * pixels.getWidth()), (int) (place[1] * pixels.getHeight()), 8);
    }

    private static double meanOfAll(Raster pixels) {
        double sum = 0;
        for (double[] place : PAPER) sum += at(pixels, place);
        return sum / PAPER.length;
    }

    private static double unevenness(Raster pixels) {
        double least = 255;
        double most = 0;
        for (double[] place : PAPER) {
            least = Math.min(least, at(pixels, place));
            most = Math.max(most, at(pixels, place));
        }
        return most - least;
    }

    /** Returns the mean difference between red and blue of the paper. */
    private static double cast(Raster pixels) {
        int x = (int) (PAPER[0][0] * pixels.getWidth());
        int y = (int) (PAPER[0][1] * pixels.getHeight());
        double sum = 0;
        for (int i = 0; i < 15; i++) sum += pixels.getSample(x + i, y, 0) - pixels.getSample(x + i, y, 2);
        return Math.abs(sum / 15);
    }
}
