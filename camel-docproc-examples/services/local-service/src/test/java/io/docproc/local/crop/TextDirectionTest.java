/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.crop;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.local.photo.Photographs;
import java.awt.Graphics2D;
import java.awt.geom.AffineTransform;
import java.awt.image.BufferedImage;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Execution(ExecutionMode.CONCURRENT)
class TextDirectionTest {
    private static final Path SAMPLES = Path.of("../../shared/samples/photos");

    @TempDir
    Path folder;

    private final CropService service = new CropService();

    @ParameterizedTest
    @ValueSource(ints = {0, 180})
    void aScannedLetterIsRotatedUprightAndItsAngleReported(int angle) {
        assertRotatedUpright(Photographs.letterScan(), angle);
    }

    @ParameterizedTest
    @ValueSource(ints = {90, 270})
    void aScannedInvoiceIsRotatedUprightAndItsAngleReported(int angle) {
        assertRotatedUpright(Photographs.invoiceScan(), angle);
    }

    @Tag("endurance")
    @ParameterizedTest
    @ValueSource(ints = {0, 90, 180, 270})
    void eachScanIsRotatedUprightAndItsAngleReported(int angle) {
        assertRotatedUpright(Photographs.letterScan(), angle);
        assertRotatedUpright(Photographs.invoiceScan(), angle);
    }

    private void assertRotatedUpright(BufferedImage page, int angle) {
        Path file = Photographs.write(turnedRight(page, angle), "png", folder.resolve("turned.png"));

        CropResult result = service.crop(file, Crops.upright());

        assertThat(result.angle()).isEqualTo(angle);
        assertThat(result.croppedWidth()).isEqualTo(page.getWidth());
        assertThat(result.croppedHeight()).isEqualTo(page.getHeight());
        assertThat(Crops.mean(Crops.pixels(result), 155, 155, 20))
                .as("the mark of the letterhead")
                .isLessThan(120);
    }

    @ParameterizedTest
    @CsvSource({"letter-turned-right.jpg,90", "invoice-upside-down.tiff,180", "receipt-on-desk.bmp,0"})
    void aPhotographedPageIsRotatedUprightAndItsAngleReported(String name, int angle) {
        CropResult result = service.crop(SAMPLES.resolve(name), Crops.upright());

        assertThat(result.angle()).isEqualTo(angle);
        assertThat(result.croppedHeight()).isGreaterThan(result.croppedWidth());
    }

    @Test
    void thePositionRefersToTheOriginal() {
        Path photo = SAMPLES.resolve("letter-turned-right.jpg");

        assertThat(service.crop(photo, Crops.upright()).position())
                .isEqualTo(service.crop(photo, CropParameters.defaults()).position());
    }

    @Test
    void theDirectionOfAPageWithoutTextIsUnknown() {
        Path file = Photographs.write(
                new BufferedImage(300, 400, BufferedImage.TYPE_BYTE_BINARY), "png", folder.resolve("blank.png"));

        CropResult result = service.crop(file, Crops.upright());

        assertThat(result.angle()).isEqualTo(-1);
        assertThat(result.croppedWidth()).isEqualTo(300);
    }

    private static BufferedImage turnedRight(BufferedImage page, int angle) {
        boolean sideways = angle % 180 != 0;
        int width = sideways ? page.getHeight() : page.getWidth();
        int height = sideways ? page.getWidth() : page.getHeight();
        BufferedImage turned = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
        AffineTransform turn = AffineTransform.getTranslateInstance(width / 2.0, height / 2.0);
        turn.quadrantRotate(angle / 90);
        turn.translate(-page.getWidth() / 2.0, -page.getHeight() / 2.0);
        Graphics2D pen = turned.createGraphics();
        pen.drawImage(page, turn, null);
        pen.dispose();
        return turned;
    }
}
