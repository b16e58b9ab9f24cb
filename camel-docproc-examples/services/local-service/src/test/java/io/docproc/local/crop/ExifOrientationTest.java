/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.crop;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.local.photo.Photographs;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.awt.image.Raster;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExifOrientationTest {
    private static final int WIDTH = 120;
    private static final int HEIGHT = 80;

    @TempDir
    Path folder;

    /** Display position of the stored top-left corner, from the table of orientations of the EXIF standard. */
    @ParameterizedTest
    @CsvSource({
        "1,120,80,left,top", "2,120,80,right,top", "3,120,80,right,bottom", "4,120,80,left,bottom",
        "5,80,120,left,top", "6,80,120,right,top", "7,80,120,right,bottom", "8,80,120,left,bottom"
    })
    void theImageIsUsedInItsDisplayedOrientation(int tag, int width, int height, String side, String end)
            throws IOException {
        CropResult result = new CropService().crop(storedWithMarkTopLeft(tag), Crops.notCropped(-1));

        assertThat(result.originWidth()).isEqualTo(width);
        assertThat(result.originHeight()).isEqualTo(height);
        Raster pixels = Crops.pixels(result);
        assertThat(pixels.getWidth()).isEqualTo(width);
        int x = side.equals("left") ? 10 : width - 10;
        int y = end.equals("top") ? 10 : height - 10;
        assertThat(Crops.mean(pixels, x, y, 5)).as("the mark").isLessThan(40);
        assertThat(Crops.mean(pixels, width - x, height - y, 5)).as("opposite").isGreaterThan(200);
    }

    private Path storedWithMarkTopLeft(int tag) throws IOException {
        BufferedImage image = new BufferedImage(WIDTH, HEIGHT, BufferedImage.TYPE_3BYTE_BGR);
        Graphics2D pen = image.createGraphics();
        pen.setColor(Color.WHITE);
        pen.fillRect(0, 0, WIDTH, HEIGHT);
        pen.setColor(Color.BLACK);
        pen.fillRect(0, 0, 30, 30);
        pen.dispose();
        byte[] jpeg = Files.readAllBytes(Photographs.write(image, "jpg", folder.resolve("plain.jpg")));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(jpeg, 0, 2);
        out.write(exifSegment(tag));
        out.write(jpeg, 2, jpeg.length - 2);
        return Files.write(folder.resolve("tagged.jpg"), out.toByteArray());
    }

    /** Returns an APP1 segment with only the orientation. */
    private static byte[] exifSegment(int tag) {
        return ByteBuffer.allocate(36)
                .putShort((short) 0xFFE1)
                .putShort((short) 34)
                .put(new byte[] {'E', 'x', 'i', 'f', 0, 0, 'M', 'M', 0, 42})
                .putInt(8)
                .putShort((short) 1)
                .putShort((short) 0x0112)
                .putShort((short) 3)
                .putInt(1)
                .putShort((short) tag)
                .putShort((short) 0)
                .putInt(0)
                .array();
    }
}
