/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.body;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.camel.StreamCache;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests how spooled content is read: again, in copies, and by several threads. */
final class SpooledBodyTest extends SpoolFixture {
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
    void writeToWritesNoByteOutsideOfThePart(int size) throws IOException {
        byte[] bytes = Bytes.some(size);
        ByteArrayOutputStream out = new ByteArrayOutputStream();

        spooled(bytes).slice(10, size - 10).writeTo(out);

        assertThat(out.toByteArray()).isEqualTo(Arrays.copyOfRange(bytes, 10, size - 10));
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
}
