/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.body;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Headers from which the dimensions of an image are read. Without dimensions, the service decides about the image. */
class ImageHeaderTest {
    private static final int WIDTH = 256;
    private static final int HEIGHT = 257;
    private static final int SUBFILE_TYPE = 254;

    private static Optional<ImageHeader> read(DocumentType type, ByteBuffer image) throws IOException {
        byte[] bytes = new byte[image.position()];
        image.flip().get(bytes);
        return ImageHeader.read(type, new ByteArrayInputStream(bytes));
    }

    /** A frame of 300 x 19, and before it a segment of two bytes. */
    private static ByteBuffer jpeg(int segment, int frame) {
        return ByteBuffer.allocate(100)
                .putShort((short) 0xFFD8)
                .put((byte) 0xFF)
                .put((byte) segment)
                .putShort((short) 4)
                .putShort((short) 0)
                .put((byte) 0xFF)
                .put((byte) frame)
                .putShort((short) 11)
                .put((byte) 8)
                .putShort((short) 19)
                .putShort((short) 300)
                .put(new byte[4]);
    }

    @ParameterizedTest
    @CsvSource({
        "0x02,true",
        "0xBF,true",
        "0xC4,true",
        "0xCC,true",
        "0xDB,true",
        "0xE0,true",
        "0xFE,true",
        "0x00,false",
        "0x01,false",
        "0xD0,false",
        "0xD7,false",
        "0xD8,false",
        "0xD9,false",
        "0xDA,false"
    })
    void jpegIsSearchedUntilInvalidSegment(Integer segment, boolean expected) throws IOException {
        assertThat(read(DocumentType.JPEG, jpeg(segment, 0xC0)))
                .isEqualTo(expected ? Optional.of(new ImageHeader(300, 19)) : Optional.empty());
    }

    @ParameterizedTest
    @CsvSource({
        "0xC0,true",
        "0xC1,true",
        "0xC3,true",
        "0xC5,true",
        "0xC7,true",
        "0xC9,true",
        "0xCB,true",
        "0xCD,true",
        "0xCF,true",
        "0xBF,false",
        "0xC4,false",
        "0xC8,false",
        "0xCC,false",
        "0xDB,false"
    })
    void onlyJpegFramesContainDimensions(Integer frame, boolean expected) throws IOException {
        assertThat(read(DocumentType.JPEG, jpeg(0xE0, frame)))
                .isEqualTo(expected ? Optional.of(new ImageHeader(300, 19)) : Optional.empty());
    }

    @Test
    void dimensionsOfOs2BitmapAreRead() throws IOException {
        ByteBuffer bmp = ByteBuffer.allocate(100).order(ByteOrder.LITTLE_ENDIAN);
        bmp.put(Samples.ascii("BM")).position(14);
        bmp.putInt(12).putShort((short) 40_000).putShort((short) 19).putInt(0x180001);

        assertThat(read(DocumentType.listed("image/bmp").orElseThrow(), bmp)).contains(new ImageHeader(40_000, 19));
    }

    /** A TIFF whose only directory follows its header and ends the file. */
    private static ByteBuffer tiff(int... tagsAndValues) {
        ByteBuffer tiff = ByteBuffer.allocate(100).order(ByteOrder.LITTLE_ENDIAN);
        tiff.put(Samples.ascii("II")).putShort((short) 42).putInt(8);
        tiff.putShort((short) (tagsAndValues.length / 2));
        for (int entry = 0; entry < tagsAndValues.length; entry += 2) {
            tiff.putShort((short) tagsAndValues[entry])
                    .putShort((short) 4)
                    .putInt(1)
                    .putInt(tagsAndValues[entry + 1]);
        }
        return tiff.putInt(0);
    }

    @Test
    void dimensionsAtEndOfTiffAreRead() throws IOException {
        assertThat(read(DocumentType.TIFF, tiff(WIDTH, 300, HEIGHT, 19))).contains(new ImageHeader(300, 19));
    }

    @ParameterizedTest
    @CsvSource({"0,true", "2,true", "4,true", "1,false", "3,false"})
    void dimensionsOfThumbnailAreIgnored(int subfileType, boolean expected) throws IOException {
        assertThat(read(DocumentType.TIFF, tiff(SUBFILE_TYPE, subfileType, WIDTH, 300, HEIGHT, 19))
                        .isPresent())
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"0,300", "300,0", "0,0"})
    void tiffWithoutDimensionsHasNone(int width, int height) throws IOException {
        assertThat(read(DocumentType.TIFF, tiff(WIDTH, width, HEIGHT, height))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void gifFramesWithLocalColorTablesAreCounted(int frames) throws IOException {
        ByteBuffer gif = ByteBuffer.allocate(200).order(ByteOrder.LITTLE_ENDIAN);
        gif.put(Samples.ascii("GIF89a"))
                .putShort((short) 300)
                .putShort((short) 19)
                .put(new byte[3]);
        for (int frame = 0; frame < frames; frame++) {
            gif.put((byte) 0x2C).put(new byte[8]).put((byte) 0x80);
            // Two colours that look like the end of the file, a code size and no data.
            gif.put(new byte[] {0, 0, 0x3B, 0x3B, 0x3B, 0x3B, 2, 0});
        }
        gif.put((byte) 0x3B);

        assertThat(read(DocumentType.GIF, gif)).contains(new ImageHeader(300, 19, frames == 2));
    }
}
