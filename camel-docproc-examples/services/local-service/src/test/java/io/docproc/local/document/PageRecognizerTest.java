/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.document;

import static io.docproc.local.document.Documents.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import io.docproc.local.SmallFiles;
import io.docproc.local.recognition.FakeTesseract;
import io.docproc.local.recognition.Tesseract;
import io.docproc.test.ServiceErrorException;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisabledOnOs(OS.WINDOWS)
class PageRecognizerTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    /** Two words on one line, a percent sign far to the right of them, and a line below. */
    private static final String WORDS =
            """
            4\t1\t1\t1\t1\t0\t300\t600\t900\t45\t-1\t
            5\t1\t1\t1\t1\t1\t300\t600\t120\t45\t95\tTotal
            5\t1\t1\t1\t1\t2\t435\t600\t120\t45\t95\t12.50
            5\t1\t1\t1\t1\t3\t900\t620\t20\t6\t95\t%
            4\t1\t1\t1\t2\t0\t300\t690\t300\t45\t-1\t
            5\t1\t1\t1\t2\t1\t300\t690\t300\t45\t95\tThanks
            """;

    @TempDir
    Path folder;

    private SmallFiles files;

    @BeforeEach
    void prepare() {
        files = new SmallFiles(folder);
    }

    @Test
    void aSmallImageIsEnlargedAndItsWordsArePositionedInItsOwnPixels() throws IOException {
        Page page = read(files.image("a.png", "png", 400, 500), FakeTesseract.printing(folder, WORDS))
                .pages()
                .get(0);

        BufferedImage input = ImageIO.read(folder.resolve("input.bmp").toFile());
        assertThat(input.getWidth()).isEqualTo(800);
        assertThat(input.getHeight()).isEqualTo(1000);
        assertThat(page.width()).isEqualTo(400);
        assertThat(page.lines()).extracting(TextLine::text).containsExactly("Total 12.50", "%", "Thanks");
        TextLine line = page.lines().get(0);
        assertThat(line.box()).isEqualTo(new Box(150, 297.5, 277.5, 328.75));
        assertThat(line.box(6, 11).left()).isCloseTo(217.5, within(0.01));
        assertThat(page.lines().get(1).box().top()).isEqualTo(297.5);
    }

    @ParameterizedTest
    @ValueSource(strings = "damaged-286-bytes.tif")
    void aFileThatTheLibrariesCannotRenderIsCorrupted(String name) {
        assertThatExceptionOfType(ServiceErrorException.class)
                .isThrownBy(
                        () -> read(Path.of("src/test/resources/damaged", name), FakeTesseract.printing(folder, WORDS)))
                .satisfies(rejection -> assertThat(rejection.code()).isEqualTo(40422));
    }

    @Test
    void aLargeImageIsReduced() throws IOException {
        Page page = read(files.image("a.png", "png", 7016, 4000), FakeTesseract.printing(folder, WORDS))
                .pages()
                .get(0);

        assertThat(ImageIO.read(folder.resolve("input.bmp").toFile()).getWidth())
                .isEqualTo(3508);
        assertThat(page.lines().get(0).box()).isEqualTo(new Box(600, 1190, 1110, 1315));
    }

    @Test
    void aPdfPageWithoutTextLayerIsRenderedAndItsWordsArePositionedInPoints() throws IOException {
        Document document = read(files.scannedPdf("a.pdf", 90), FakeTesseract.printing(folder, WORDS));

        Page page = document.pages().get(0);
        BufferedImage input = ImageIO.read(folder.resolve("input.bmp").toFile());
        assertThat(input.getWidth()).isBetween(3500, 3508);
        assertThat(page.angle()).isEqualTo(90);
        assertThat(page.lines().get(0).box().left()).isCloseTo(72, within(0.1));
        assertThat(page.lines().get(0).box().top()).isCloseTo(142.8, within(0.1));
    }

    @Test
    void aPdfPageWithTextLayerIsNotRecognized() throws IOException {
        Tesseract failing = FakeTesseract.running(folder, TIMEOUT, "exit 1");

        assertThat(text(read(files.pdf("a.pdf", "hello"), failing))).isEqualTo("hello");
    }

    @Test
    void aFailureIsAnInternalErrorAndNotACorruptedFile() throws IOException {
        Tesseract failing = FakeTesseract.running(folder, TIMEOUT, "exit 1");
        Path image = files.image("a.png", "png", 300, 200);

        assertThatExceptionOfType(ServiceErrorException.class)
                .isThrownBy(() -> read(image, failing))
                .withMessageContaining("text recognition failed")
                .satisfies(e -> assertThat(e.code()).isEqualTo(500));
    }

    @Test
    void theTextOfAHugeImageIsNotRecognized() throws IOException {
        Tesseract failing = FakeTesseract.running(folder, TIMEOUT, "exit 1");

        Page page =
                read(files.pngHeader("a.png", 12_000, 9_000), failing).pages().get(0);

        assertThat(page.width()).isEqualTo(12_000);
        assertThat(page.blocks()).isEmpty();
    }

    @Test
    void withoutTheProgramAScanHasNoText() throws IOException {
        assertThat(new DocumentReaders().recognizesText()).isFalse();
        assertThat(Documents.read(files.scannedPdf("a.pdf", 0)).pages().get(0).blocks())
                .isEmpty();
    }

    private static Document read(Path file, Tesseract tesseract) {
        return new DocumentReaders(Optional.of(tesseract))
                .read(file, file.getFileName().toString(), ReadOptions.ALL);
    }
}
