/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.body;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.docproc.camel.testkit.OpenHandles;
import io.docproc.camel.testkit.TempFolder;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import org.apache.camel.StreamCache;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests which bytes are kept in memory or written to a file, and the encryption of the file. */
final class SpoolingOutputStreamTest extends SpoolFixture {
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

    @Test
    void contentStaysInMemoryWithoutThreshold() throws IOException {
        context.getStreamCachingStrategy().setSpoolThreshold(-1);

        assertThat(spooled(Bytes.some(200_000)).content().inMemory()).isTrue();
    }

    @Test
    void unknownCipherIsNamed() {
        context.getStreamCachingStrategy().setSpoolCipher("ROT/13");

        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> spooled(Bytes.some(600)))
                .withMessageContaining("spool cipher ROT/13");
    }

    @Test
    void filesAreDeletedWhenTheContextStops() throws IOException {
        StreamCache held = spooled(Bytes.some(600)).content();
        context.start();
        context.stop();

        assertThat(files()).isEmpty();
        assertThatExceptionOfType(IOException.class).isThrownBy(() -> read(held));
    }

    @Test
    void abandonedStreamReleasesFileAndHandle() throws IOException {
        for (int time = 0; time < 50; time++) {
            assertThat(((InputStream) spooled(Bytes.some(60_000)).content()).readNBytes(10))
                    .hasSize(10);
        }

        TempFolder.awaitEmpty(spoolDirectory());
        await().until(() -> OpenHandles.filesIn(spoolDirectory()).isEmpty());
    }

    @Test
    void streamAtEndHoldsNoHandle() throws IOException {
        StreamCache held = spooled(Bytes.some(600)).content();
        assertThat(((InputStream) held).readAllBytes()).hasSize(600);

        assertThat(OpenHandles.filesIn(spoolDirectory())).isEmpty();
    }

    @Test
    void discardDeletesFileOnce() throws IOException {
        SpoolingOutputStream spool = spooled(Bytes.some(600));

        spool.discard();
        spool.discard();

        assertThat(files()).isEmpty();
        assertThatExceptionOfType(IOException.class).isThrownBy(() -> read(spool.content()));
    }
}
