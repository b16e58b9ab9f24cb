/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.recognition;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.awaitility.Awaitility.await;

import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisabledOnOs(OS.WINDOWS)
class TesseractTest {
    private static final Duration LONG = Duration.ofSeconds(30);
    private static final BufferedImage IMAGE = new BufferedImage(40, 30, BufferedImage.TYPE_BYTE_GRAY);

    @TempDir
    Path folder;

    @Test
    void wordsHavePositionAndLine() throws IOException {
        Tesseract tesseract = FakeTesseract.printing(
                folder,
                """
                1\t1\t0\t0\t0\t0\t0\t0\t40\t30\t-1\t
                4\t1\t1\t1\t1\t0\t2\t3\t30\t8\t-1\t
                5\t1\t1\t1\t1\t1\t2\t3\t10\t8\t96.5\tTotal
                5\t1\t1\t1\t1\t2\t14\t4\t12\t7\t91\t5,00 €
                4\t1\t1\t1\t2\t0\t2\t15\t30\t8\t-1\t
                5\t1\t1\t1\t2\t1\t2\t15\t10\t8\t80\tnet
                """);

        assertThat(tesseract.recognize(IMAGE))
                .containsExactly(
                        new RecognizedWord(1, 2, 3, 12, 11, "Total"),
                        new RecognizedWord(1, 14, 4, 26, 11, "5,00 €"),
                        new RecognizedWord(2, 2, 15, 12, 23, "net"));
    }

    @Test
    void blankAndUncertainWordsAndRulingsAreOmitted() throws IOException {
        Tesseract tesseract = FakeTesseract.printing(
                folder,
                """
                5\t1\t1\t1\t1\t1\t2\t3\t10\t8\t95\t\s
                5\t1\t1\t1\t1\t2\t2\t3\t10\t8\t29\twood
                5\t1\t1\t1\t1\t3\t2\t3\t1\t80\t95\t|_
                """);

        assertThat(tesseract.recognize(IMAGE)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"5\t1\t1", "5\t1\t1\t1\t1\t1\tx\t3\t10\t8\t95\tword"})
    void anUnexpectedRowIsAnError(String row) throws IOException {
        Tesseract tesseract = FakeTesseract.printing(folder, row);

        assertThatIOException().isThrownBy(() -> tesseract.recognize(IMAGE)).withMessageContaining("unexpected row");
    }

    @Test
    void withoutTheProgramTheLogSaysHowToReadScans() throws IOException {
        PrintStream error = System.err;
        ByteArrayOutputStream log = new ByteArrayOutputStream();
        System.setErr(new PrintStream(log, true, UTF_8));
        try {
            assertThat(Tesseract.find(folder.resolve("missing").toString(), LONG))
                    .isEmpty();
            assertThat(FakeTesseract.find(folder, LONG, "xyz", "")).isEmpty();
        } finally {
            System.setErr(error);
        }
        assertThat(log.toString(UTF_8).lines().filter(line -> line.contains(folder.toString())))
                .hasSize(2)
                .allMatch(line -> line.contains("Scans and photos give no text"))
                .allMatch(line -> line.contains("install tesseract"));
    }

    @Test
    void aFailureIsReportedWithTheExitStatus() throws IOException {
        Tesseract tesseract = FakeTesseract.running(folder, LONG, "exit 3");

        assertThatIOException().isThrownBy(() -> tesseract.recognize(IMAGE)).withMessageContaining("exit status is 3");
    }

    @Test
    void theSizeOfTheOutputIsLimited() throws IOException {
        Tesseract tesseract = FakeTesseract.running(folder, LONG, "exec yes 0123456789");

        assertThatIOException().isThrownBy(() -> tesseract.recognize(IMAGE)).withMessageContaining("8000000 bytes");
    }

    @ParameterizedTest
    @ValueSource(strings = {"exec sleep 600", "sleep 600; true"})
    void theProcessIsDestroyedAfterTheTimeout(String command) throws IOException {
        Tesseract tesseract = FakeTesseract.running(folder, Duration.ofSeconds(3), pidAnd(command));

        assertThatIOException()
                .isThrownBy(() -> tesseract.recognize(IMAGE))
                .withMessageContaining("did not complete within 3000 ms");
        awaitEndOfProcess();
    }

    @Test
    void theProcessIsDestroyedWhenTheThreadIsInterrupted() throws Exception {
        Tesseract tesseract = FakeTesseract.running(folder, LONG, pidAnd("exec sleep 600"));
        CompletableFuture<Throwable> outcome = new CompletableFuture<>();
        AtomicBoolean interrupted = new AtomicBoolean();
        Thread thread = new Thread(() -> {
            try {
                tesseract.recognize(IMAGE);
                outcome.complete(null);
            } catch (IOException e) {
                interrupted.set(Thread.currentThread().isInterrupted());
                outcome.complete(e);
            }
        });
        thread.start();
        await().until(() -> Files.exists(folder.resolve("pid")) && Files.size(folder.resolve("pid")) > 0);

        thread.interrupt();

        assertThat(outcome.get()).isInstanceOf(InterruptedIOException.class);
        assertThat(interrupted).isTrue();
        awaitEndOfProcess();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void theFileWithTheImageIsDeleted(int exitStatus) throws IOException {
        Path name = folder.resolve("name");
        Tesseract tesseract = FakeTesseract.running(
                folder, LONG, "test -s \"$1\" && echo \"$1\" > '" + name + "'; exit " + exitStatus);

        if (exitStatus == 0) {
            tesseract.recognize(IMAGE);
        } else {
            assertThatExceptionOfType(IOException.class).isThrownBy(() -> tesseract.recognize(IMAGE));
        }

        assertThat(Path.of(Files.readString(name).strip())).isAbsolute().doesNotExist();
    }

    private String pidAnd(String command) {
        return "echo $$ > '" + folder.resolve("pid") + "'; " + command;
    }

    private void awaitEndOfProcess() throws IOException {
        long pid = Long.parseLong(Files.readString(folder.resolve("pid")).strip());
        await().until(() -> ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isEmpty());
    }
}
