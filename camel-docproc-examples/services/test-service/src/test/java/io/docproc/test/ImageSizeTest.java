/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sizes in the headers of all image formats. */
class ImageSizeTest {
    @ParameterizedTest
    @ValueSource(strings = {"jpg", "png", "gif", "bmp", "tiff"})
    void theHeaderContainsTheSize(String format) {
        assertThat(ImageSize.of(Documents.image(format, 321, 45))).contains(new ImageSize(321, 45, 1));
    }

    @Test
    void eachKindOfWebpContainsTheSize() {
        assertThat(ImageSize.of(webp("VP8 ", 26, 0x41, 0x01, 0x2d, 0x00))).contains(new ImageSize(321, 45, 1));
        assertThat(ImageSize.of(webp("VP8L", 21, 0x40, 0x01, 0x0b, 0x00))).contains(new ImageSize(321, 45, 1));
        assertThat(ImageSize.of(webp("VP8X", 24, 0x40, 0x01, 0x00, 0x2c, 0x00, 0x00)))
                .contains(new ImageSize(321, 45, 1));
    }

    @ParameterizedTest
    @ValueSource(strings = {"jpg", "png", "tiff"})
    void aTruncatedHeaderHasNoSize(String format) {
        assertThat(ImageSize.of(Arrays.copyOf(Documents.image(format, 321, 45), 10)))
                .isEmpty();
    }

    @Test
    void textHasNoSize() {
        assertThat(ImageSize.of("plain text".getBytes(StandardCharsets.US_ASCII)))
                .isEmpty();
    }

    private static byte[] webp(String kind, int offset, int... size) {
        ByteBuffer bytes = ByteBuffer.allocate(40);
        bytes.put("RIFF    WEBP".getBytes(StandardCharsets.US_ASCII)).put(kind.getBytes(StandardCharsets.US_ASCII));
        for (int i = 0; i < size.length; i++) {
            bytes.put(offset + i, (byte) size[i]);
        }
        return bytes.array();
    }
}
