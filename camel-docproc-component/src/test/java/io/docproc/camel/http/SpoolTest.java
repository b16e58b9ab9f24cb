/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.StreamCache;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.support.UnitOfWorkHelper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class SpoolTest {
    private static final int THRESHOLD = 100;

    @TempDir
    private Path directory;

    private final CamelContext context = new DefaultCamelContext();
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
    void bytesBeyondTheThresholdGoToAFile(int size, boolean inMemory) throws IOException {
        byte[] bytes = Bytes.some(size);

        StreamCache content = spooled(bytes).content();

        assertThat(content.inMemory()).isEqualTo(inMemory);
        assertThat(content.length()).isEqualTo(size);
        assertThat(files()).hasSize(inMemory ? 0 : 1);
        assertThat(((InputStream) content).readAllBytes()).isEqualTo(bytes);
    }

    @Test
    void bytesWrittenOneByOneCrossTheThresholdToo() throws IOException {
        byte[] bytes = Bytes.some(THRESHOLD + 1);
        Spool spool = new Spool(exchange);
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
    void aSliceIsTheBytesBetweenTwoPositions(int size) throws IOException {
        byte[] bytes = Bytes.some(size);
        Spool spool = spooled(bytes);

        assertThat(read(spool.slice(10, 50))).isEqualTo(java.util.Arrays.copyOfRange(bytes, 10, 50));
        assertThat(read(spool.slice(size - 1, size))).containsExactly(bytes[size - 1]);
        assertThat(read(spool.slice(7, 7))).isEmpty();
        assertThat(spool.slice(10, 50).length()).isEqualTo(40);
    }

    @ParameterizedTest
    @ValueSource(ints = {60, 600})
    void theContentCanBeReadAgainAndCopied(int size) throws IOException {
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

    @Test
    void theFileIsGoneWhenTheLastExchangeThatUsesItIsDone() throws IOException {
        StreamCache content = spooled(Bytes.some(600)).content();
        Exchange other = context.getEndpoint("mock:other").createExchange();
        StreamCache copy = content.copy(other);

        complete(exchange);
        assertThat(files()).hasSize(1);
        assertThat(read(copy)).isEqualTo(Bytes.some(600));

        complete(other);
        assertThat(files()).isEmpty();
    }

    @Test
    void aConfiguredCipherKeepsThePlainBytesOffTheDisk() throws IOException {
        context.getStreamCachingStrategy().setSpoolCipher("AES/CTR/NoPadding");
        byte[] bytes = new byte[600];

        Spool spool = spooled(bytes);

        assertThat(Files.readAllBytes(files().get(0))).isNotEqualTo(bytes);
        assertThat(read(spool.content())).isEqualTo(bytes);
        assertThat(read(spool.slice(100, 300))).isEqualTo(new byte[200]);
    }

    @Test
    void aCipherThatDoesNotExistIsNamed() {
        context.getStreamCachingStrategy().setSpoolCipher("ROT/13");

        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> spooled(Bytes.some(600)))
                .withMessageContaining("spool cipher ROT/13");
    }

    @Test
    void withoutAThresholdEverythingStaysInMemory() throws IOException {
        context.getStreamCachingStrategy().setSpoolThreshold(-1);

        assertThat(spooled(Bytes.some(200_000)).content().inMemory()).isTrue();
    }

    private Spool spooled(byte[] bytes) throws IOException {
        Spool spool = new Spool(exchange);
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

    private List<Path> files() throws IOException {
        Path spool = directory.resolve("spool");
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
