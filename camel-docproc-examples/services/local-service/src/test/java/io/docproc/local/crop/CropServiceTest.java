/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.crop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.data.Offset.offset;

import io.docproc.local.photo.Photographs;
import java.awt.image.BufferedImage;
import java.awt.image.Raster;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

@Execution(ExecutionMode.CONCURRENT)
class CropServiceTest {
    @TempDir
    static Path folder;

    private static Path photo;
    private static CropResult cropped;
    private final CropService service = new CropService();

    @BeforeAll
    static void photograph() {
        photo = Photographs.write(Photographs.invoiceInShadow(), "png", folder.resolve("photo.png"));
        cropped = new CropService().crop(photo, CropParameters.defaults());
    }

    @Test
    void thePageIsRectifiedWithItsTrueAspectRatio() {
        assertThat((double) cropped.croppedHeight() / cropped.croppedWidth())
                .isCloseTo(Photographs.A4_RATIO, offset(0.03));
        Raster pixels = Crops.pixels(cropped);
        assertThat(pixels.getWidth()).isEqualTo(cropped.croppedWidth());
        assertThat(pixels.getHeight()).isEqualTo(cropped.croppedHeight());
        // Brown wood has almost no blue, so that all four corners of the crop are paper.
        int right = pixels.getWidth() - 8;
        int bottom = pixels.getHeight() - 8;
        for (int[] corner : new int[][] {{8, 8}, {right, 8}, {right, bottom}, {8, bottom}}) {
            int[] colour = pixels.getPixel(corner[0], corner[1], (int[]) null);
            assertThat(colour[2]).isGreaterThan(colour[0] * 3 / 4);
        }
    }

    @Test
    void withoutParametersThePageIsNotRotated() {
        assertThat(cropped.angle()).isEqualTo(-1);
    }

    @Test
    void onlyPositionOmitsTheImageAndReturnsItsSize() {
        CropResult position = service.crop(photo, Crops.onlyPosition());

        assertThat(position.jpeg()).isEmpty();
        assertThat(position.position()).isEqualTo(cropped.position());
        assertThat(position.croppedWidth()).isEqualTo(cropped.croppedWidth());
        assertThat(position.croppedHeight()).isEqualTo(cropped.croppedHeight());
    }

    @Test
    void withoutDewarpingTheCropIsTheCornersBoundingRectangle() {
        CropResult result = service.crop(photo, Crops.notDewarped());

        List<Integer> p = result.position();
        assertThat(result.croppedWidth())
                .isCloseTo(Math.max(p.get(2), p.get(4)) - Math.min(p.get(0), p.get(6)), offset(2));
        assertThat(result.croppedHeight())
                .isCloseTo(Math.max(p.get(5), p.get(7)) - Math.min(p.get(1), p.get(3)), offset(2));
        int[] corner = Crops.pixels(result).getPixel(3, result.croppedHeight() - 4, (int[]) null);
        assertThat(corner[2]).as("blue of the wood beside the page").isLessThan(corner[0] * 3 / 4);
    }

    @Test
    void withoutCroppingTheWholeImageIsEnhanced() {
        CropResult result = service.crop(photo, Crops.notCropped(4));

        assertThat(result.croppedWidth()).isEqualTo(750);
        assertThat(result.croppedHeight()).isEqualTo(1000);
        assertThat(Crops.pixels(result).getNumBands()).isOne();
        assertThat(result.position().get(0))
                .isCloseTo((int) Math.round(Photographs.invoiceCorners().get(0)), offset(5));
    }

    @Test
    void theRequestedCornersAndSizeAreUsed() {
        CropResult result = service.crop(photo, Crops.at("123,77,300,400,500,400,500,500,300,500"));

        assertThat(result.position()).containsExactly(300, 400, 500, 400, 500, 500, 300, 500);
        assertThat(result.croppedWidth()).isEqualTo(123);
        assertThat(result.croppedHeight()).isEqualTo(77);
    }

    @Test
    void requestedCornersWithoutASizeKeepTheResolution() {
        CropResult result = service.crop(photo, Crops.at("0,0,300,400,500,400,500,500,300,500"));

        assertThat(result.croppedWidth()).isEqualTo(200);
        assertThat(result.croppedHeight()).isEqualTo(100);
        BufferedImage original = Photographs.invoiceInShadow();
        assertThat(Crops.mean(Crops.pixels(result), 50, 50, 8))
                .isCloseTo(Crops.mean(original.getRaster(), 350, 450, 8), offset(6.0));
    }

    @Test
    void aRequestedCornerOutsideTheImageIsRejected() {
        assertThatThrownBy(() -> service.crop(photo, Crops.at("0,0,300,400,751,400,500,500,300,500")))
                .hasMessageContaining("750 x 1000")
                .extracting("code")
                .isEqualTo(40004);
    }

    @Test
    void lowerQualityMakesASmallerFile() {
        int fine = service.crop(photo, Crops.quality(95)).jpeg().orElseThrow().length;
        int coarse = service.crop(photo, Crops.quality(65)).jpeg().orElseThrow().length;

        assertThat(coarse).isLessThan(fine * 2 / 3);
    }

    @Test
    void roundedCornersAreWhiteAndTheRestIsUnchanged() {
        Raster plain = Crops.pixels(cropped);
        Raster round = Crops.pixels(service.crop(photo, Crops.rounded()));

        int right = round.getWidth() - 3;
        int bottom = round.getHeight() - 3;
        for (int[] corner : new int[][] {{3, 3}, {right, 3}, {right, bottom}, {3, bottom}}) {
            assertThat(Crops.mean(round, corner[0], corner[1], 2)).isGreaterThan(245);
        }
        assertThat(Crops.mean(plain, right, bottom, 2)).isLessThan(200);
        assertThat(Crops.mean(round, 300, 300, 20)).isCloseTo(Crops.mean(plain, 300, 300, 20), offset(1.0));
    }

    @Test
    void deblurringSteepensTheEdgesOfTheLetters() {
        double plain = Crops.gradient(Crops.pixels(cropped));
        double sharp = Crops.gradient(Crops.pixels(service.crop(photo, Crops.deblurred())));

        assertThat(sharp).isGreaterThan(1.4 * plain);
    }

    @Test
    void aScanIsNotCropped() {
        for (BufferedImage scan : List.of(Photographs.letterScan(), Photographs.invoiceScan())) {
            Path file = Photographs.write(scan, "png", folder.resolve("scan.png"));

            assertThat(service.crop(file, Crops.onlyPosition()).position())
                    .containsExactly(0, 0, 1240, 0, 1240, 1754, 0, 1754);
        }
    }

    @Test
    void aPhotoWithoutAPageIsNotCropped() {
        Path file = Photographs.write(Photographs.bareTable(), "png", folder.resolve("table.png"));

        assertThat(service.crop(file, Crops.onlyPosition()).position()).containsExactly(0, 0, 600, 0, 600, 400, 0, 400);
    }

    @Test
    void aPageWithAHandOverItsEdgeAndClutterAroundItIsDetected() {
        Path file = Photographs.write(Photographs.invoiceAmidClutter(), "png", folder.resolve("clutter.png"));

        List<Integer> position = service.crop(file, Crops.onlyPosition()).position();

        List<Double> truth = Photographs.invoiceCorners();
        for (int i = 0; i < 8; i++) {
            assertThat((double) position.get(i)).isCloseTo(truth.get(i), offset(10.0));
        }
    }

    @Test
    void aPagePartlyOutsideThePhotoIsCroppedAtTheBorder() {
        Path file = Photographs.write(Photographs.invoiceRunningOut(), "png", folder.resolve("cut.png"));

        List<Integer> position = service.crop(file, Crops.onlyPosition()).position();

        assertThat(position.get(5)).isEqualTo(1000);
        assertThat(position.get(7)).isEqualTo(1000);
        assertThat(position.get(1)).isBetween(200, 500);
    }
}
