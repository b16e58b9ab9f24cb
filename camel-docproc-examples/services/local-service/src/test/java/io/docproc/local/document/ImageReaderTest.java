/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.document;

import static io.docproc.local.document.Documents.read;
import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.local.WithSmallFiles;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class ImageReaderTest extends WithSmallFiles {
    @Test
    void anImageHasItsSizeInPixelsAndNoText() throws IOException {
        for (String format : List.of("png", "jpg", "bmp", "tiff")) {
            Page page =
                    read(files.image("a." + format, format, 320, 200)).pages().get(0);

            assertThat(page.width()).as(format).isEqualTo(320);
            assertThat(page.height()).isEqualTo(200);
            assertThat(page.unit()).isEqualTo(LengthUnit.PIXEL);
            assertThat(page.blocks()).isEmpty();
        }
    }

    @Test
    void aWebpIsMeasuredByItsHeader() throws IOException {
        byte[] webp = new byte[30 + 64];
        byte[] head = {
            'R',
            'I',
            'F',
            'F',
            86,
            0,
            0,
            0,
            'W',
            'E',
            'B',
            'P',
            'V',
            'P',
            '8',
            'X',
            10,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            (byte) (640 - 1 & 0xFF),
            (640 - 1) >> 8,
            0,
            (byte) (480 - 1 & 0xFF),
            (480 - 1) >> 8,
            0
        };
        System.arraycopy(head, 0, webp, 0, head.length);

        Page page = read(files.bytes("a.webp", webp)).pages().get(0);

        assertThat(List.of(page.width(), page.height())).containsExactly(640.0, 480.0);
    }
}
