/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.body;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.docproc.camel.testkit.OpenHandles;
import io.docproc.camel.testkit.TempFolder;
import io.docproc.camel.testkit.TestContexts;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.StreamCache;
import org.apache.camel.support.UnitOfWorkHelper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Spooled content: what is kept in memory or in a file, and how it is read again, in copies, and by several threads. */
final class SpooledBodyTest {
    static final int THRESHOLD = 100;

    @TempDir
    private Path directory;

    @AutoClose
    final CamelContext context = TestContexts.create();

    Exchange exchange;

    @BeforeEach
    void setUp() {
        context.getStreamCachingStrategy().setSpoolThreshold(THRESHOLD);
        context.getStreamCachingStrategy()
                .setSpoolDirectory(directory.resolve("spool").toFile());
        exchange = context.getEndpoint("mock:origin").createExchange();
    }

    @AfterEach
    void tearDown() {
        complete(exchange);
    }

    private static byte[] some(int count) {
        byte[] bytes = new byte[count];
        new Random(count).nextBytes(bytes);
        return bytes;
    }

    SpoolingOutputStream spooled(int size) throws IOException {
        return spooled(some(size));
    }

    SpoolingOutputStream spooled(byte[] bytes) throws IOException {
        SpoolingOutputStream spool = new SpoolingOutputStream(exchange);
        try (spool) {
            spool.write(bytes);
        }
        return spool;
    }

    static byte[] read(StreamCache content) throws IOException {
        try (InputStream in = (InputStream) content) {
            return in.readAllBytes();
        }
    }

    Path spoolDirectory() {
        return directory.resolve("spool");
    }

    List<Path> files() throws IOException {
        Path spool = spoolDirectory();
        if (!Files.exists(spool)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(spool)) {
            return files.filter(file -> file.toString().endsWith(".tmp")).toList();
        }
    }

    static void complete(Exchange exchange) {
        List<org.apache.camel.spi.Synchronization> completions =
                exchange.getExchangeExtension().handoverCompletions();
        if (completions != null) {
            UnitOfWorkHelper.doneSynchronizations(exchange, completions);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {60, 600})
    void streamPassesFromThreadToThread(int size) throws Exception {
        byte[] bytes = some(size);
        StreamCache content = spooled(bytes).content();
        InputStream in = (InputStream) content;
        assertThat(in.readNBytes(20)).hasSize(20);

        assertThat(onAnotherThread(in::readAllBytes))
                .as("another thread continues")
                .isEqualTo(Arrays.copyOfRange(bytes, 20, size));
        content.reset();
        assertThat(onAnotherThread(in::readAllBytes)).as("after a reset").isEqualTo(bytes);
        content.reset();
        assertThat(in.readAllBytes()).isEqualTo(bytes);
    }

    private static byte[] onAnotherThread(Callable<byte[]> task) throws Exception {
        ExecutorService thread = Executors.newSingleThreadExecutor();
        try {
            return thread.submit(task).get();
        } finally {
            thread.shutdownNow();
        }
    }

    @ParameterizedTest
    @CsvSource({"0, true", "1, true", "99, true", "100, true", "101, false", "100000, false"})
    void bytesBeyondThresholdAreWrittenToFile(int size, boolean inMemory) throws IOException {
        byte[] bytes = some(size);

        StreamCache content = spooled(bytes).content();

        assertThat(content.inMemory()).isEqualTo(inMemory);
        assertThat(content.length()).isEqualTo(size);
        assertThat(files()).hasSize(inMemory ? 0 : 1);
        assertThat(((InputStream) content).readAllBytes()).isEqualTo(bytes);
    }

    @ParameterizedTest
    @ValueSource(ints = {60, 600})
    void sliceContainsBytesBetweenPositions(int size) throws IOException {
        byte[] bytes = some(size);
        SpoolingOutputStream spool = spooled(bytes);
        ByteArrayOutputStream written = new ByteArrayOutputStream();
        spool.slice(10, size - 10).writeTo(written);

        assertThat(written.toByteArray()).isEqualTo(Arrays.copyOfRange(bytes, 10, size - 10));
        assertThat(read(spool.slice(10, 50))).isEqualTo(Arrays.copyOfRange(bytes, 10, 50));
        assertThat(read(spool.slice(size - 1, size))).containsExactly(bytes[size - 1]);
        assertThat(read(spool.slice(7, 7))).isEmpty();
        assertThat(spool.slice(10, 50).length()).isEqualTo(40);
    }

    @ParameterizedTest
    @ValueSource(ints = {60, 600})
    void contentIsReadAgainCopiedAndWrittenWithoutMovingTheReader(int size) throws IOException {
        byte[] bytes = some(size);
        StreamCache content = spooled(bytes).content();
        InputStream in = (InputStream) content;
        assertThat(in.readNBytes(20)).hasSize(20);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        content.writeTo(out);
        assertThat(out.toByteArray()).isEqualTo(bytes);
        assertThat(read(content.copy(exchange))).isEqualTo(bytes);
        assertThat(in.readAllBytes()).isEqualTo(Arrays.copyOfRange(bytes, 20, size));
        assertThat(in.read()).isEqualTo(-1);
        assertThat(in.read(new byte[5])).isEqualTo(-1);
        assertThat(in.available()).isZero();

        in.close();
        assertThat(content.position()).as("a closed stream starts again").isZero();
        assertThat(in.skip(10)).isEqualTo(10);
        assertThat(in.read()).isEqualTo(bytes[10] & 0xff);
        in.skipNBytes(9);
        assertThat(in.readAllBytes()).isEqualTo(Arrays.copyOfRange(bytes, 20, size));
        assertThat(in.skip(1)).isZero();
        content.reset();
        assertThat(read(content)).isEqualTo(bytes);
    }

    @ParameterizedTest
    @CsvSource({"60,20", "60,60", "600,20", "600,600"})
    void resetByOtherThreadKeepsCursorOfReader(int size, int position) throws Exception {
        byte[] bytes = some(size);
        StreamCache content = spooled(bytes).content();
        InputStream in = (InputStream) content;
        in.skipNBytes(position - 1);
        in.read();
        byte[] readByTheOther = onAnotherThread(() -> {
            content.reset();
            return read(content);
        });

        assertThat(readByTheOther).isEqualTo(bytes);
        assertThat(in.readAllBytes()).isEqualTo(Arrays.copyOfRange(bytes, position, size));
        content.reset();
        assertThat(read(content)).isEqualTo(bytes);
    }

    @Test
    void unknownCipherIsNamed() {
        context.getStreamCachingStrategy().setSpoolCipher("ROT/13");

        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> spooled(some(600)))
                .withMessageContaining("spool cipher ROT/13");
    }

    @Test
    void filesAreDeletedWhenTheContextStops() throws IOException {
        StreamCache held = spooled(some(600)).content();
        context.start();
        context.stop();
        assertThat(files()).isEmpty();
        assertThatExceptionOfType(IOException.class).isThrownBy(() -> read(held));
    }

    @Test
    void abandonedStreamReleasesFileAndHandle() throws IOException {
        for (int time = 0; time < 50; time++) {
            assertThat(((InputStream) spooled(some(60_000)).content()).readNBytes(10))
                    .hasSize(10);
        }

        TempFolder.awaitEmpty(spoolDirectory());
        await().until(() -> OpenHandles.filesIn(spoolDirectory()).isEmpty());
    }

    @Test
    void streamAtEndHoldsNoHandle() throws IOException {
        StreamCache held = spooled(some(600)).content();
        assertThat(((InputStream) held).readAllBytes()).hasSize(600);

        assertThat(OpenHandles.filesIn(spoolDirectory())).isEmpty();
    }
}
