/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.body;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.docproc.camel.error.DocprocDocumentException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ImageCheckTest {
    private static final int MB = 1024 * 1024;

    @ParameterizedTest
    @ValueSource(strings = {"png", "jpg", "bmp", "gif", "tiff"})
    void dimensionsOfEveryFormatAreRead(String format) throws IOException {
        assertThat(refusal(DocumentRules.CROP, Samples.image(format, 300, 19))).hasMessageContaining("300 x 19");
    }

    @Test
    void dimensionsOfEveryWebpKindAreRead() {
        assertThat(refusal(DocumentRules.CROP, Samples.webpExtended(70_000, 19)))
                .hasMessageContaining("70000 x 19");
        assertThat(refusal(DocumentRules.CROP, Samples.webpLossless(16_383, 19)))
                .hasMessageContaining("16383 x 19");
        assertThat(refusal(DocumentRules.CROP, Samples.webpLossy(12_000, 19))).hasMessageContaining("12000 x 19");
    }

    @Test
    void dimensionsOfBigEndianTiffAreRead() {
        byte[] tiff = tiff(ByteOrder.BIG_ENDIAN, 9 * MB, 12_000, 300);

        assertThat(refusal(DocumentRules.CROP, tiff)).hasMessageContaining("12000 x 300");
    }

    @Test
    void dimensionsOfJpegWithLargeProfileAreRead() throws IOException {
        byte[] jpeg = Samples.image("jpg", 300, 19);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(jpeg, 0, 2);
        for (int segment = 0; segment < 20; segment++) {
            out.write(new byte[] {(byte) 0xFF, (byte) 0xFF, (byte) 0xE2, (byte) 0xFF, (byte) 0xFF});
            out.write(new byte[0xFFFF - 2]);
        }
        out.write(jpeg, 2, jpeg.length - 2);

        assertThat(refusal(DocumentRules.CROP, out.toByteArray())).hasMessageContaining("300 x 19");
    }

    @Test
    void imageInStreamIsCheckedByHead() throws IOException {
        Samples.Watched source = Samples.endless(Samples.image("png", 10_001, 20), 3L * MB);

        DocprocDocumentException refusal = catchThrowableOfType(
                DocprocDocumentException.class, () -> DocumentRules.CROP.check(Samples.oneShot(source), "crop"));

        assertThat(refusal.getCode()).isEqualTo(40304);
        assertThat(source.closed()).isTrue();
    }

    @Test
    void streamWithDimensionsBeyondHeadIsAccepted() throws IOException {
        byte[] tiff = tiff(ByteOrder.LITTLE_ENDIAN, MB, 12_000, 300);
        Document checked = DocumentRules.CROP.check(Samples.oneShot(new ByteArrayInputStream(tiff)), "crop");

        assertThat(checked.type()).contains(DocumentType.TIFF);
        assertThat(Samples.read(checked)).isEqualTo(tiff);
    }

    @Test
    void pngOfTwoBillionPixelsIsRejectedAtLowCost() {
        assertThat(refusal(DocumentRules.CROP, Samples.pngHeader(Integer.MAX_VALUE, Integer.MAX_VALUE)))
                .hasMessageContaining("2147483647 x 2147483647");
    }

    @Test
    void screenOfGifIsLargerThanItsFrame() throws IOException {
        byte[] gif = Samples.image("gif", 40, 10);
        ByteBuffer.wrap(gif).order(ByteOrder.LITTLE_ENDIAN).putShort(8, (short) 30);

        assertPasses(DocumentRules.CROP, gif);
    }

    @Test
    void imageThatTheReaderRejectsIsAccepted() throws IOException {
        byte[] lossless = Samples.image("jpg", 300, 19);
        for (int index = 0; index < lossless.length - 1; index++) {
            if (lossless[index] == (byte) 0xFF && lossless[index + 1] == (byte) 0xC0) {
                lossless[index + 1] = (byte) 0xC3;
            }
        }

        assertPasses(DocumentRules.CROP, lossless);
    }

    @Test
    void hostileTiffDirectoryIsAccepted() {
        byte[] hostile = new byte[MB];
        Arrays.fill(hostile, (byte) 0xFF);
        ByteBuffer.wrap(hostile)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put(Samples.ascii("II"))
                .putShort((short) 42)
                .putInt(8);

        assertPasses(DocumentRules.CROP, hostile);
    }

    @Test
    void tiffWithLeadingThumbnailIsAccepted() {
        byte[] tiff = tiff(ByteOrder.LITTLE_ENDIAN, 8, 10, 10);
        assertThat(refusal(DocumentRules.CROP, tiff)).hasMessageContaining("10 x 10");
        ByteBuffer pages = ByteBuffer.wrap(tiff).order(ByteOrder.LITTLE_ENDIAN);
        int afterFirst = 8 + 2 + 7 * 12;
        pages.putInt(afterFirst, afterFirst + 4).position(afterFirst + 4);
        page(pages, 2_000, 3_000);

        assertPasses(DocumentRules.CROP, tiff);
    }

    private void assertPasses(DocumentRules rules, byte[] image) {
        assertThatCode(() -> rules.check(Samples.bytes(image, "scan"), "any")).doesNotThrowAnyException();
    }

    private DocprocDocumentException refusal(DocumentRules rules, byte[] image) {
        DocprocDocumentException refusal = catchThrowableOfType(
                DocprocDocumentException.class, () -> rules.check(Samples.bytes(image, "scan"), "any"));
        assertThat(refusal).isNotNull();
        return refusal;
    }

    /** An image of one strip whose only directory is at an offset. */
    private static byte[] tiff(ByteOrder order, int directory, int width, int height) {
        ByteBuffer tiff = ByteBuffer.allocate(directory + 300).order(order);
        tiff.put(Samples.ascii(order == ByteOrder.LITTLE_ENDIAN ? "II" : "MM"));
        tiff.putShort((short) 42).putInt(directory).position(directory);
        page(tiff, width, height);
        return tiff.putInt(0).array();
    }

    private static void page(ByteBuffer tiff, int width, int height) {
        int[] fields = {256, width, 257, height, 259, 1, 262, 1, 273, 8, 278, height, 279, 1};
        tiff.putShort((short) (fields.length / 2));
        for (int field = 0; field < fields.length; field += 2) {
            tiff.putShort((short) fields[field]).putShort((short) 4).putInt(1).putInt(fields[field + 1]);
        }
    }
}
