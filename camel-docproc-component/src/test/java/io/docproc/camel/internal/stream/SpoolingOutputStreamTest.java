/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.docproc.camel.TempFolder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.StreamCache;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.support.UnitOfWorkHelper;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class SpoolingOutputStreamTest {
    private static final int THRESHOLD = 100;

    @TempDir
    private Path directory;

    private final CamelContext context = new DefaultCamelContext();
    private final List<StreamCache> held = new ArrayList<>();
    private Exchange exchange;

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
        context.stop();
    }

    @ParameterizedTest
    @CsvSource({"0, true", "1, true", "99, true", "100, true", "101, false", "100000, false"})
    void bytesBeyondThresholdAreWrittenToFile(int size, boolean inMemory) throws IOException {
        byte[] bytes = Bytes.some(size);

        StreamCache content = spooled(bytes).content();

        assertThat(content.inMemory()).isEqualTo(inMemory);
        assertThat(content.length()).isEqualTo(size);
        assertThat(files()).hasSize(inMemory ? 0 : 1);
        assertThat(((InputStream) content).readAllBytes()).isEqualTo(bytes);
    }

    @Test
    void singleBytesCrossThreshold() throws IOException {
        byte[] bytes = Bytes.some(THRESHOLD + 1);
        SpoolingOutputStream spool = new SpoolingOutputStream(exchange);
        for (byte value : bytes) {
            spool.write(value);
        }
        spool.close();

        assertThat(spool.length()).isEqualTo(THRESHOLD + 1);
        assertThat(spool.content().inMemory()).isFalse();
        assertThat(((InputStream) spool.content()).readAllBytes()).isEqualTo(bytes);
    }

    @ParameterizedTest
    @ValueSource(ints = {60, 600})
    void sliceContainsBytesBetweenPositions(int size) throws IOException {
        byte[] bytes = Bytes.some(size);
        SpoolingOutputStream spool = spooled(bytes);

        assertThat(read(spool.slice(10, 50))).isEqualTo(Arrays.copyOfRange(bytes, 10, 50));
        assertThat(read(spool.slice(size - 1, size))).containsExactly(bytes[size - 1]);
        assertThat(read(spool.slice(7, 7))).isEmpty();
        assertThat(spool.slice(10, 50).length()).isEqualTo(40);
    }

    @ParameterizedTest
    @ValueSource(ints = {60, 600})
    void contentCanBeReadAgainAndCopied(int size) throws IOException {
        byte[] bytes = Bytes.some(size);
        StreamCache content = spooled(bytes).content();
        assertThat(((InputStream) content).readNBytes(20)).hasSize(20);

        StreamCache copy = content.copy(exchange);
        content.reset();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        content.writeTo(out);

        assertThat(out.toByteArray()).isEqualTo(bytes);
        assertThat(read(copy)).isEqualTo(bytes);
    }

    @ParameterizedTest
    @ValueSource(ints = {60, 600})
    void closedStreamStartsAgain(int size) throws IOException {
        byte[] bytes = Bytes.some(size);
        StreamCache content = spooled(bytes).content();
        InputStream in = (InputStream) content;
        assertThat(in.readNBytes(20)).hasSize(20);

        in.close();

        assertThat(content.position()).isZero();
        assertThat(read(content)).isEqualTo(bytes);
        assertThat(read(content)).isEqualTo(bytes);
    }

    @ParameterizedTest
    @ValueSource(ints = {60, 600})
    void endIsReportedUntilStreamIsClosed(int size) throws IOException {
        InputStream in = (InputStream) spooled(Bytes.some(size)).content();
        assertThat(in.readAllBytes()).hasSize(size);

        assertThat(in.read()).isEqualTo(-1);
        assertThat(in.read(new byte[5])).isEqualTo(-1);
        assertThat(in.available()).isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {60, 600})
    void writeToIgnoresAndKeepsCursor(int size) throws IOException {
        byte[] bytes = Bytes.some(size);
        StreamCache content = spooled(bytes).content();
        InputStream in = (InputStream) content;
        assertThat(in.readNBytes(20)).hasSize(20);
        ByteArrayOutputStream out = new ByteArrayOutputStream();

        content.writeTo(out);

        assertThat(out.toByteArray()).isEqualTo(bytes);
        assertThat(in.readAllBytes()).isEqualTo(Arrays.copyOfRange(bytes, 20, size));
    }

    @ParameterizedTest
    @ValueSource(ints = {60, 600})
    void skippedBytesAreNotRead(int size) throws IOException {
        byte[] bytes = Bytes.some(size);
        InputStream in = (InputStream) spooled(bytes).content();

        assertThat(in.skip(10)).isEqualTo(10);
        assertThat(in.read()).isEqualTo(bytes[10] & 0xff);
        in.skipNBytes(9);
        assertThat(in.readAllBytes()).isEqualTo(Arrays.copyOfRange(bytes, 20, size));
        assertThat(in.skip(1)).isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {60, 600})
    void resetByOtherThreadKeepsCursorOfReader(int size) throws Exception {
        byte[] bytes = Bytes.some(size);
        StreamCache content = spooled(bytes).content();
        InputStream in = (InputStream) content;
        assertThat(in.readNBytes(20)).hasSize(20);

        byte[] readByTheOther = onAnotherThread(() -> {
            content.reset();
            return read(content);
        });

        assertThat(readByTheOther).isEqualTo(bytes);
        assertThat(content.position()).isEqualTo(20);
        assertThat(in.readAllBytes()).isEqualTo(Arrays.copyOfRange(bytes, 20, size));
        content.reset();
        assertThat(read(content)).isEqualTo(bytes);
    }

    @ParameterizedTest
    @ValueSource(ints = {60, 600})
    void resetByOtherThreadAfterLastByteKeepsEnd(int size) throws Exception {
        byte[] bytes = Bytes.some(size);
        StreamCache content = spooled(bytes).content();
        InputStream in = (InputStream) content;
        assertThat(in.readNBytes(size)).isEqualTo(bytes);

        byte[] readByTheOther = onAnotherThread(() -> {
            content.reset();
            return read(content);
        });

        assertThat(readByTheOther).isEqualTo(bytes);
        assertThat(in.readAllBytes()).as("the reader finds the end").isEmpty();
        content.reset();
        assertThat(in.readAllBytes()).isEqualTo(bytes);
    }

    @Test
    void resetAfterSkipRewindsCursor() throws Exception {
        byte[] bytes = Bytes.some(600);
        StreamCache content = spooled(bytes).content();
        InputStream in = (InputStream) content;
        in.skipNBytes(20);

        onAnotherThread(() -> {
            content.reset();
            return read(content);
        });

        assertThat(in.readAllBytes()).isEqualTo(Arrays.copyOfRange(bytes, 20, 600));
        content.reset();
        assertThat(in.readAllBytes()).isEqualTo(bytes);
    }

    @ParameterizedTest
    @ValueSource(ints = {60, 600})
    void streamPassesFromThreadToThread(int size) throws Exception {
        byte[] bytes = Bytes.some(size);
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

    @Test
    void threadsReadCopiesConcurrently() throws Exception {
        byte[] bytes = Bytes.some(300_000);
        StreamCache content = spooled(bytes).content();
        List<Callable<byte[]>> readers = new ArrayList<>();
        for (int reader = 0; reader < 8; reader++) {
            StreamCache copy = content.copy(exchange);
            readers.add(() -> read(copy));
        }
        ExecutorService threads = Executors.newFixedThreadPool(readers.size());
        try {
            for (Future<byte[]> read : threads.invokeAll(readers)) {
                assertThat(read.get()).isEqualTo(bytes);
            }
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void fileIsDeletedWhenUnreachable() throws IOException {
        byte[] bytes = Bytes.some(600);
        held.add(spooled(bytes).content().copy(exchange));
        complete(exchange);
        context.stop();

        TempFolder.awaitCount(spoolDirectory(), 1);
        assertThat(read(held.get(0))).isEqualTo(bytes);

        held.clear();
        TempFolder.awaitEmpty(spoolDirectory());
    }

    @Test
    void abandonedStreamReleasesFileAndHandle() throws IOException {
        for (int time = 0; time < 50; time++) {
            assertThat(((InputStream) spooled(Bytes.some(60_000)).content()).readNBytes(10))
                    .hasSize(10);
        }

        TempFolder.awaitEmpty(spoolDirectory());
        await().until(() -> handlesOf(spoolDirectory()) == 0);
    }

    @Test
    void streamAtEndHoldsNoHandle() throws IOException {
        held.add(spooled(Bytes.some(600)).content());
        assertThat(((InputStream) held.get(0)).readAllBytes()).hasSize(600);

        assertThat(handlesOf(spoolDirectory())).isZero();
    }

    @Test
    void discardDeletesFileOnce() throws IOException {
        SpoolingOutputStream spool = spooled(Bytes.some(600));

        spool.discard();
        spool.discard();

        assertThat(files()).isEmpty();
        assertThatExceptionOfType(IOException.class).isThrownBy(() -> read(spool.content()));
    }

    @Test
    void growthRequestsOneCollectionPerInterval() throws IOException {
        AtomicLong nanoTime = new AtomicLong();
        AtomicInteger requests = new AtomicInteger();
        DiskUsage usage = new DiskUsage(1800, requests::incrementAndGet, nanoTime::get);
        context.getCamelContextExtension().addContextPlugin(TempFiles.class, new TempFiles(usage));
        List<SpoolingOutputStream> kept = new ArrayList<>(List.of(spooled(600), spooled(600), spooled(600)));
        assertThat(usage.used()).isEqualTo(1800);
        assertThat(requests).as("1,200 bytes before the third file").hasValue(0);

        kept.add(spooled(600));
        assertThat(requests).hasValue(1);
        kept.addAll(List.of(spooled(1800), spooled(600), spooled(600)));
        assertThat(requests).as("not before the interval has elapsed").hasValue(1);

        nanoTime.addAndGet(DiskUsage.INTERVAL.toNanos());
        kept.add(spooled(600));
        assertThat(requests)
                .as("3,600 bytes more than after the last collection")
                .hasValue(2);

        kept.forEach(SpoolingOutputStream::discard);
        assertThat(usage.used()).isZero();
        nanoTime.addAndGet(DiskUsage.INTERVAL.toNanos());
        spooled(600).discard();
        assertThat(requests).as("nothing remained").hasValue(2);
    }

    @Test
    void manySmallFilesRequestCollection() {
        AtomicInteger requests = new AtomicInteger();
        DiskUsage usage = new DiskUsage(DiskUsage.MAX_GROWTH, requests::incrementAndGet, () -> 0);
        for (int file = 1; file < DiskUsage.MAX_FILES; file++) {
            usage.newFile().grow(300);
        }
        usage.requestCollectionIfNeeded(1L << 40);
        assertThat(requests).hasValue(0);

        DiskUsage.File last = usage.newFile();
        usage.requestCollectionIfNeeded(1L << 40);
        assertThat(requests).hasValue(1);
        last.release();
    }

    @Test
    void lowDiskSpaceShortensCollectionInterval() {
        AtomicLong nanoTime = new AtomicLong();
        AtomicInteger requests = new AtomicInteger();
        DiskUsage usage = new DiskUsage(1L << 40, requests::incrementAndGet, nanoTime::get);
        usage.newFile().grow(10 << 20);

        usage.requestCollectionIfNeeded(0);
        usage.requestCollectionIfNeeded(21 << 20);
        assertThat(requests).hasValue(0);
        usage.requestCollectionIfNeeded(20 << 20);
        assertThat(requests).hasValue(1);

        usage.newFile().grow(5 << 20);
        usage.requestCollectionIfNeeded(10 << 20);
        assertThat(requests).as("not before the interval has elapsed").hasValue(1);
        nanoTime.addAndGet(DiskUsage.SHORT_INTERVAL.toNanos());
        usage.requestCollectionIfNeeded(10 << 20);
        assertThat(requests).hasValue(2);
    }

    @Test
    void collectionRunsOnThreadOfContext() throws IOException {
        List<String> threads = new CopyOnWriteArrayList<>();
        context.getExecutorServiceManager().addThreadFactoryListener((source, factory) -> task -> {
            Thread thread = factory.newThread(task);
            threads.add(thread.getName());
            return thread;
        });
        TempFiles files = TempFiles.of(context);
        SharedTempFile large = files.create(context.getStreamCachingStrategy());
        large.written((int) DiskUsage.MAX_GROWTH);
        assertThat(threads).isEmpty();

        SharedTempFile next = files.create(context.getStreamCachingStrategy());

        assertThat(threads).singleElement(InstanceOfAssertFactories.STRING).contains("DocprocTempFiles");
        large.delete();
        next.delete();
    }

    @Test
    void filesOfContextAreCountedTogether() {
        assertThat(TempFiles.of(context)).isSameAs(TempFiles.of(context));
        assertThat(TempFiles.of(context)).isNotSameAs(TempFiles.of(new DefaultCamelContext()));
    }

    @Test
    void configuredCipherEncryptsFile() throws IOException {
        context.getStreamCachingStrategy().setSpoolCipher("AES/CTR/NoPadding");
        byte[] bytes = new byte[600];

        SpoolingOutputStream spool = spooled(bytes);

        assertThat(Files.readAllBytes(files().get(0))).isNotEqualTo(bytes);
        assertThat(read(spool.content())).isEqualTo(bytes);
        assertThat(read(spool.slice(100, 300))).isEqualTo(new byte[200]);
    }

    @Test
    void unknownCipherIsNamed() {
        context.getStreamCachingStrategy().setSpoolCipher("ROT/13");

        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> spooled(Bytes.some(600)))
                .withMessageContaining("spool cipher ROT/13");
    }

    @Test
    void contentStaysInMemoryWithoutThreshold() throws IOException {
        context.getStreamCachingStrategy().setSpoolThreshold(-1);

        assertThat(spooled(Bytes.some(200_000)).content().inMemory()).isTrue();
    }

    private SpoolingOutputStream spooled(int size) throws IOException {
        return spooled(Bytes.some(size));
    }

    private SpoolingOutputStream spooled(byte[] bytes) throws IOException {
        SpoolingOutputStream spool = new SpoolingOutputStream(exchange);
        try (spool) {
            spool.write(bytes);
        }
        return spool;
    }

    private static byte[] read(StreamCache content) throws IOException {
        try (InputStream in = (InputStream) content) {
            return in.readAllBytes();
        }
    }

    private Path spoolDirectory() {
        return directory.resolve("spool");
    }

    /** Returns 0 where the system does not tell. */
    private static long handlesOf(Path folder) throws IOException {
        Path handles = Path.of("/proc/self/fd");
        if (!Files.isDirectory(handles)) {
            return 0;
        }
        try (Stream<Path> open = Files.list(handles)) {
            return open.filter(handle -> targetOf(handle).startsWith(folder.toString()))
                    .count();
        }
    }

    private static String targetOf(Path handle) {
        try {
            return Files.readSymbolicLink(handle).toString();
        } catch (IOException e) {
            return "";
        }
    }

    private List<Path> files() throws IOException {
        Path spool = spoolDirectory();
        if (!Files.exists(spool)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(spool)) {
            return files.toList();
        }
    }

    private static void complete(Exchange exchange) {
        List<org.apache.camel.spi.Synchronization> completions =
                exchange.getExchangeExtension().handoverCompletions();
        if (completions != null) {
            UnitOfWorkHelper.doneSynchronizations(exchange, completions);
        }
    }
}
