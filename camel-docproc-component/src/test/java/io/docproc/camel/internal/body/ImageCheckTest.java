/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.body;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.docproc.camel.error.DocprocDocumentException;
import io.docproc.camel.testkit.Matrix;
import io.docproc.camel.testkit.Survives;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ImageCheckTest {
    private static final int MB = 1024 * 1024;
    private static final int HEADER_BYTES = 150;

    private final DocumentInspector inspector = new DocumentInspector();

    @ParameterizedTest
    @Survives(22)
    @CsvSource({"20, 20", "21, 20", "10000, 20", "20, 10000", "9999, 21"})
    void cropAcceptsSidesWithinLimits(int width, int height) throws IOException {
        assertPasses(DocumentRules.CROP, Samples.image("png", width, height));
    }

    @ParameterizedTest
    @Survives(22)
    @CsvSource({"19, 20", "20, 19", "10001, 20", "20, 10001"})
    void cropRejectsSidesBeyondLimits(int width, int height) throws IOException {
        DocprocDocumentException refusal = refusal(DocumentRules.CROP, Samples.image("png", width, height));

        assertThat(refusal.getCode()).isEqualTo(40304);
        assertThat(refusal)
                .hasMessageContaining(width + " x " + height + " pixels")
                .hasMessageContaining("20 to 10000");
    }

    @ParameterizedTest
    @CsvSource({"20, 20", "20000, 10001", "10001, 20000", "20000, 20000", "10000, 5000", "10000, 20"})
    void extractAcceptsLargerImagesUnlessLong(int width, int height) {
        assertPasses(DocumentRules.EXTRACT, Samples.pngHeader(width, height));
    }

    @ParameterizedTest
    @Survives(22)
    @CsvSource({"19, 20", "20001, 10001", "20001, 20001"})
    void extractRejectsMoreThanTwentyThousandPixels(int width, int height) {
        assertThat(refusal(DocumentRules.EXTRACT, Samples.pngHeader(width, height)))
                .hasMessageContaining("20 to 20000 pixels when the aspect ratio is below 2");
    }

    @ParameterizedTest
    @Survives(22)
    @CsvSource({"20000, 10000", "10001, 5000", "5000, 10001", "10001, 20"})
    void extractRejectsLongImagesAboveTenThousandPixels(int width, int height) {
        assertThat(refusal(DocumentRules.EXTRACT, Samples.pngHeader(width, height)))
                .hasMessageContaining("20 to 10000 pixels when the aspect ratio is 2 or more");
    }

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
                DocprocDocumentException.class,
                () -> inspector.check(Samples.oneShot(source), DocumentRules.CROP, "crop"));

        assertThat(refusal.getCode()).isEqualTo(40304);
        assertThat(source.closed()).isTrue();
    }

    @Test
    void streamWithDimensionsBeyondHeadIsAccepted() throws IOException {
        byte[] tiff = tiff(ByteOrder.LITTLE_ENDIAN, MB, 12_000, 300);
        Document checked = inspector.check(Samples.oneShot(new ByteArrayInputStream(tiff)), DocumentRules.CROP, "crop");

        assertThat(checked.type()).contains(DocumentType.TIFF);
        assertThat(Samples.read(checked)).isEqualTo(tiff);
    }

    @Test
    void pngOfTwoBillionPixelsIsRejectedAtLowCost() {
        assertThat(refusal(DocumentRules.CROP, Samples.pngHeader(Integer.MAX_VALUE, Integer.MAX_VALUE)))
                .hasMessageContaining("2147483647 x 2147483647");
    }

    @Test
    void hostileTiffDirectoryIsReadInOnePass() {
        byte[] hostile = new byte[MB];
        Arrays.fill(hostile, (byte) 0xFF);
        ByteBuffer.wrap(hostile)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put(Samples.ascii("II"))
                .putShort((short) 42)
                .putInt(8);

        assertPasses(DocumentRules.CROP, hostile);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 7, -1, Integer.MAX_VALUE})
    void tiffWithoutDirectoryIsAccepted(int offset) {
        byte[] tiff = ByteBuffer.allocate(100)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put(Samples.ascii("II"))
                .putShort((short) 42)
                .putInt(offset)
                .array();

        assertPasses(DocumentRules.CROP, tiff);
    }

    @Test
    void tiffWithLeadingThumbnailIsAccepted() {
        byte[] tiff = tiff(ByteOrder.LITTLE_ENDIAN, 8, 10, 10);
        ByteBuffer directory = ByteBuffer.wrap(tiff).order(ByteOrder.LITTLE_ENDIAN);
        directory.putShort(10 + 24, (short) 254).putInt(10 + 24 + 8, 1);

        assertPasses(DocumentRules.CROP, tiff);
    }

    @ParameterizedTest
    @ValueSource(ints = {0xFF, 0x00, 0xE0})
    void searchForJpegFrameIsLimited(int filler) throws IOException {
        byte[] start = {(byte) 0xFF, (byte) 0xD8, (byte) 0xFF, (byte) filler};
        Samples.Watched source = new Samples.Watched(new InputStream() {
            private int position;

            @Override
            public int read() {
                int at = position++;
                return at < start.length ? start[at] & 0xFF : filler == 0xE0 && at % 2 == 1 ? 0xE0 : 0xFF;
            }
        });

        assertThat(ImageHeader.read(DocumentType.JPEG, source)).isEmpty();
        assertThat(source.bytesRead()).isLessThanOrEqualTo(5L * MB);
    }

    @Test
    void searchForSecondGifFrameIsLimited() throws IOException {
        byte[] start = Samples.ascii("GIF89a\50\0\50\0\0\0\0\41\376");
        Samples.Watched source = new Samples.Watched(new InputStream() {
            private int position;

            @Override
            public int read() {
                int at = position++;
                return at < start.length ? start[at] & 0xFF : 1;
            }
        });

        assertThat(ImageHeader.read(DocumentType.GIF, source)).contains(new ImageHeader(40, 40));
        assertThat(source.bytesRead()).isLessThanOrEqualTo(5L * MB);
    }

    @ParameterizedTest
    @ValueSource(strings = {"png", "jpg", "bmp", "gif", "tiff"})
    void truncatedImageIsAcceptedOrReadCorrectly(String format) throws IOException {
        byte[] whole = Samples.image(format, 40, 30);
        for (int length = 1; length < whole.length; length += length < HEADER_BYTES || Matrix.isFull() ? 1 : 31) {
            assertPasses(DocumentRules.PARSE, Arrays.copyOf(whole, length));
            var header = ImageHeader.read(
                    DocumentType.listed("image/" + (format.equals("jpg") ? "jpeg" : format))
                            .orElseThrow(),
                    new ByteArrayInputStream(whole, 0, length));
            header.ifPresent(found -> assertThat(found).isEqualTo(new ImageHeader(40, 30)));
        }
    }

    @Test
    void truncatedWebpIsAccepted() {
        assertPasses(DocumentRules.CROP, Arrays.copyOf(Samples.webpExtended(9, 9), 22));
        assertPasses(DocumentRules.CROP, Arrays.copyOf(Samples.webpExtended(9, 9), 14));
    }

    private void assertPasses(DocumentRules rules, byte[] image) {
        assertThatCode(() -> inspector.check(Samples.bytes(image, "scan"), rules, "any"))
                .doesNotThrowAnyException();
    }

    private DocprocDocumentException refusal(DocumentRules rules, byte[] image) {
        DocprocDocumentException refusal = catchThrowableOfType(
                DocprocDocumentException.class, () -> inspector.check(Samples.bytes(image, "scan"), rules, "any"));
        assertThat(refusal).isNotNull();
        return refusal;
    }

    /** A directory of three entries at an offset: width as a SHORT, height as a LONG, and one that says nothing. */
    private static byte[] tiff(ByteOrder order, int directory, int width, int height) {
        ByteBuffer tiff = ByteBuffer.allocate(directory + 64).order(order);
        tiff.put(Samples.ascii(order == ByteOrder.LITTLE_ENDIAN ? "II" : "MM"));
        tiff.putShort((short) 42).putInt(directory).position(directory);
        tiff.putShort((short) 3);
        tiff.putShort((short) 256)
                .putShort((short) 3)
                .putInt(1)
                .putShort((short) width)
                .putShort((short) 0);
        tiff.putShort((short) 257).putShort((short) 4).putInt(1).putInt(height);
        tiff.putShort((short) 259).putShort((short) 4).putInt(1).putInt(0);
        return tiff.array();
    }
}
