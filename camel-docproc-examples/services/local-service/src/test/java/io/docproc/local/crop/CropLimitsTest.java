/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.crop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.docproc.local.photo.Photographs;
import io.docproc.test.ServiceErrorException;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.CRC32;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageWriter;
import javax.imageio.stream.ImageOutputStream;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.common.PDRectangle;
import org.apache.pdfbox.pdmodel.encryption.AccessPermission;
import org.apache.pdfbox.pdmodel.encryption.StandardProtectionPolicy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CropLimitsTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource({"20,20", "20,10000", "10000,20"})
    void sidesAtTheLimitsAreAccepted(int width, int height) {
        CropResult result = crop(Photographs.write(blank(width, height), "png", folder.resolve("a.png")));

        assertThat(result.originWidth()).isEqualTo(width);
        assertThat(result.originHeight()).isEqualTo(height);
    }

    @ParameterizedTest
    @CsvSource({"19,200", "200,19", "10001,30", "30,10001"})
    void sidesBeyondTheLimitsAreRejectedWithTheDimensions(int width, int height) {
        ServiceErrorException exception =
                rejection(Photographs.write(blank(width, height), "png", folder.resolve("a.png")));

        assertThat(exception.code()).isEqualTo(40304);
        assertThat(exception).hasMessageContaining(width + " x " + height).hasMessageContaining("image/png");
    }

    @Test
    void anImageWithHugeDimensionsInItsHeaderIsRejectedBeforeItIsDecoded() throws IOException {
        Path file = Photographs.write(blank(30, 30), "png", folder.resolve("bomb.png"));
        byte[] png = Files.readAllBytes(file);
        ByteBuffer.wrap(png).putInt(16, 1_000_000).putInt(20, 1_000_000);
        CRC32 checksum = new CRC32();
        checksum.update(png, 12, 17);
        ByteBuffer.wrap(png).putInt(29, (int) checksum.getValue());
        Files.write(file, png);

        ServiceErrorException exception = rejection(file);

        assertThat(exception.code()).isEqualTo(40304);
        assertThat(exception).hasMessageContaining("1000000 x 1000000");
    }

    @ParameterizedTest
    @ValueSource(strings = {"cyclic-type3-font.pdf", "damaged-286-bytes.tif"})
    void aFileThatTheLibrariesCannotReadIsCorrupted(String name) {
        ServiceErrorException exception = rejection(Path.of("src/test/resources/damaged", name));

        assertThat(exception.code()).isEqualTo(40301);
        assertThat(exception).hasMessageContaining("corrupted");
    }

    @Test
    void anImageOfTheMaximumSizeIsProcessedAtAReducedResolution() {
        CropResult result = crop(Photographs.write(blank(10_000, 10_000), "png", folder.resolve("large.png")));

        assertThat(result.originWidth()).isEqualTo(10_000);
        assertThat(result.position()).containsExactly(0, 0, 10_000, 0, 10_000, 10_000, 0, 10_000);
        assertThat(result.croppedWidth()).isEqualTo(5_000);
    }

    @Test
    void aFileOverFiftyMegabytesIsRejectedWithItsSize() throws IOException {
        Path file = folder.resolve("large.jpg");
        long bytes = 50L * 1024 * 1024 + 1;
        try (RandomAccessFile sparse = new RandomAccessFile(file.toFile(), "rw")) {
            sparse.setLength(bytes);
        }

        ServiceErrorException exception = rejection(file);

        assertThat(exception.code()).isEqualTo(40302);
        assertThat(exception).hasMessageContaining(String.valueOf(bytes));
    }

    @Test
    void anEmptyFileIsNoUpload() throws IOException {
        assertThat(rejection(Files.createFile(folder.resolve("a.png"))).code()).isEqualTo(40305);
    }

    @ParameterizedTest
    @CsvSource({
        "<svg xmlns='http://www.w3.org/2000/svg'/>, 40301, image/svg+xml",
        "<html><body>hello</body></html>, 40303, text/html",
        "plain words, 40303, text/plain"
    })
    void otherFormatsAreRejectedWithTheirMediaType(String content, int code, String type) throws IOException {
        Path file = Files.write(folder.resolve("photo.jpg"), content.getBytes(StandardCharsets.ISO_8859_1));

        ServiceErrorException exception = rejection(file);

        assertThat(exception.code()).isEqualTo(code);
        assertThat(exception).hasMessageContaining(type);
    }

    @Test
    void anImageOfAnotherFormatIsRejectedWithItsMediaType() throws IOException {
        byte[] icon = {0, 0, 1, 0, 1, 0, 16, 16, 0, 0, 1, 0, 32, 0, 0, 0, 0, 0, 22, 0, 0, 0};

        ServiceErrorException exception = rejection(Files.write(folder.resolve("photo.png"), icon));

        assertThat(exception.code()).isEqualTo(40301);
        assertThat(exception).hasMessageContaining("icon");
    }

    @Test
    void aPngNamedJpgIsProcessedAsPng() {
        assertThat(crop(Photographs.write(blank(40, 30), "png", folder.resolve("photo.jpg")))
                        .originWidth())
                .isEqualTo(40);
    }

    @Test
    void aPdfNamedJpgIsProcessedAsPdf() throws IOException {
        Path file = pdf(new PDRectangle(144, 72), "page.jpg");

        CropResult result = crop(file);

        assertThat(result.originWidth()).isEqualTo(400);
        assertThat(result.originHeight()).isEqualTo(200);
    }

    @Test
    void aVeryLargePdfPageIsRenderedSmallEnough() throws IOException {
        CropResult result = crop(pdf(new PDRectangle(14_400, 1_440), "poster.pdf"));

        assertThat(result.originWidth()).isBetween(5_990, 6_001);
    }

    @Test
    void aTooSmallPdfPageIsRejected() throws IOException {
        assertThat(rejection(pdf(new PDRectangle(5, 200), "strip.pdf")).code()).isEqualTo(40304);
    }

    @Test
    void aPdfWithPasswordIsRejected() throws IOException {
        Path file = folder.resolve("locked.pdf");
        try (PDDocument document = new PDDocument()) {
            document.addPage(new PDPage());
            document.protect(new StandardProtectionPolicy("owner", "user", new AccessPermission()));
            document.save(file.toFile());
        }

        ServiceErrorException exception = rejection(file);

        assertThat(exception.code()).isEqualTo(40303);
        assertThat(exception).hasMessageContaining("password");
    }

    @Test
    void aGifOfTwoFramesIsRejected() throws IOException {
        Path file = gif(2);

        ServiceErrorException exception = rejection(file);

        assertThat(exception.code()).isEqualTo(40301);
        assertThat(exception).hasMessageContaining("image/gif").hasMessageContaining("2 frames");
    }

    @Test
    void aGifOfOneFrameIsAccepted() throws IOException {
        assertThat(crop(gif(1)).originWidth()).isEqualTo(30);
    }

    @ParameterizedTest
    @ValueSource(strings = {"png", "jpg", "gif", "bmp", "tiff"})
    void aTruncatedImageIsCorrupted(String format) throws IOException {
        BufferedImage scan = Photographs.bareTable();
        Path file = Photographs.write(scan, format, folder.resolve("photo." + format));
        byte[] bytes = Files.readAllBytes(file);
        Files.write(file, Arrays.copyOf(bytes, bytes.length / 2));

        ServiceErrorException exception = rejection(file);

        assertThat(exception.code()).isEqualTo(40301);
        assertThat(exception).hasMessageContaining("corrupted").hasMessageContaining("image/");
    }

    @Test
    void anInvalidPdfIsCorrupted() throws IOException {
        ServiceErrorException exception = rejection(Files.writeString(folder.resolve("a.pdf"), "%PDF-1.7\nrubbish"));

        assertThat(exception.code()).isEqualTo(40301);
        assertThat(exception).hasMessageContaining("corrupted").hasMessageContaining("application/pdf");
    }

    @Test
    void aTransparentPngGetsAWhiteBackground() {
        BufferedImage clear = new BufferedImage(60, 60, BufferedImage.TYPE_INT_ARGB);
        CropResult result = new CropService()
                .crop(Photographs.write(clear, "png", folder.resolve("clear.png")), CropParameters.defaults());

        assertThat(Crops.mean(Crops.pixels(result), 30, 30, 20)).isGreaterThan(250);
    }

    private CropResult crop(Path file) {
        return new CropService().crop(file, Crops.onlyPosition());
    }

    private ServiceErrorException rejection(Path file) {
        ServiceErrorException exception = catchThrowableOfType(ServiceErrorException.class, () -> crop(file));
        assertThat(exception).isNotNull();
        return exception;
    }

    private Path gif(int frames) throws IOException {
        Path file = folder.resolve("a.gif");
        ImageWriter writer = ImageIO.getImageWritersByFormatName("gif").next();
        try (ImageOutputStream out = ImageIO.createImageOutputStream(file.toFile())) {
            writer.setOutput(out);
            writer.prepareWriteSequence(null);
            for (int i = 0; i < frames; i++) writer.writeToSequence(new IIOImage(blank(30, 30), null, null), null);
            writer.endWriteSequence();
        } finally {
            writer.dispose();
        }
        return file;
    }

    private Path pdf(PDRectangle size, String name) throws IOException {
        Path file = folder.resolve(name);
        try (PDDocument document = new PDDocument()) {
            document.addPage(new PDPage(size));
            document.save(file.toFile());
        }
        return file;
    }

    private static BufferedImage blank(int width, int height) {
        return new BufferedImage(width, height, BufferedImage.TYPE_BYTE_BINARY);
    }
}
