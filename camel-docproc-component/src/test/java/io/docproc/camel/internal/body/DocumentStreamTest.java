/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.body;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.camel.Exchange;
import org.apache.camel.StreamCache;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Documents that are skipped in, read byte by byte, or do not tell their length. */
class DocumentStreamTest {
    private static final int LIMIT = 10;

    /** A stream cache that does not know how long it is. */
    private static final class UnknownLength extends ByteArrayInputStream implements StreamCache {
        UnknownLength(int length) {
            super(new byte[length]);
        }

        @Override
        public void writeTo(OutputStream out) throws IOException {
            transferTo(out);
        }

        @Override
        public StreamCache copy(Exchange exchange) {
            return this;
        }

        @Override
        public boolean inMemory() {
            return true;
        }

        @Override
        public long length() {
            return 0;
        }

        @Override
        public long position() {
            return pos;
        }
    }

    private static InputStream stream(int available, OptionalLong length) {
        return new DocumentStream(new ByteArrayInputStream(new byte[available]), "the scan", length);
    }

    @Test
    void skipStopsAtDeclaredLength() throws IOException {
        try (InputStream in = stream(10, OptionalLong.of(10))) {
            assertThat(in.available()).isEqualTo(10);
            assertThat(in.skip(4)).isEqualTo(4);
            assertThat(in.skip(100)).isEqualTo(6);
            assertThat(in.skip(1)).isZero();
            assertThat(in.skip(-1)).isZero();
            assertThat(in.read()).isEqualTo(-1);
        }
    }

    @Test
    void growthIsDetectedAfterSkip() throws IOException {
        try (InputStream in = stream(11, OptionalLong.of(10))) {
            assertThat(in.skip(4)).isEqualTo(4);
            assertThat(in.skip(100)).isEqualTo(6);
            assertThatThrownBy(in::read)
                    .isInstanceOf(DocumentChangedException.class)
                    .hasMessageContaining("the scan grew");
        }
    }

    @Test
    void skipInDocumentOfUnknownLengthStopsAtEnd() throws IOException {
        try (InputStream in = stream(10, OptionalLong.empty())) {
            assertThat(in.skip(4)).isEqualTo(4);
            assertThat(in.skip(100)).isEqualTo(6);
            assertThat(in.read()).isEqualTo(-1);
        }
    }

    @Test
    void streamCacheOfUnknownLengthIsReadCompletely() throws IOException {
        UnknownLength unknown = new UnknownLength(10);
        Document document = new CachedDocument(Optional.empty(), unknown, unknown);

        assertThat(document.length()).isEmpty();
        assertThat(Samples.read(document)).hasSize(10);
    }

    private static InputStream checked(int available) throws IOException {
        return checked(new OneShotDocument(Optional.of("a.pdf"), new ByteArrayInputStream(new byte[available])))
                .open();
    }

    private static Document checked(Document source) {
        return new CheckedDocument(
                source, DocumentType.PDF, LIMIT, () -> new IllegalArgumentException("more than " + LIMIT));
    }

    @Test
    void streamUpToLimitIsAccepted() throws IOException {
        try (InputStream bytes = checked(LIMIT);
                InputStream skipped = checked(LIMIT)) {
            for (int count = 0; count < LIMIT; count++) {
                assertThat(bytes.read()).isZero();
            }
            assertThat(bytes.read()).isEqualTo(-1);
            assertThat(skipped.skip(LIMIT + 1)).isEqualTo(LIMIT);
            assertThat(skipped.read(new byte[1])).isEqualTo(-1);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, LIMIT})
    void oneByteBeyondLimitIsRejected(int skipped) throws IOException {
        try (InputStream bytes = checked(LIMIT + 1);
                InputStream atOnce = checked(LIMIT + 1);
                InputStream skipping = checked(LIMIT + 1)) {
            bytes.skipNBytes(skipped);
            for (int count = skipped; count < LIMIT; count++) {
                assertThat(bytes.read()).isZero();
            }
            assertThatThrownBy(bytes::read).hasMessage("more than 10");
            assertThatThrownBy(() -> atOnce.read(new byte[20])).hasMessage("more than 10");
            skipping.skipNBytes(skipped);
            assertThatThrownBy(() -> skipping.skip(20)).hasMessage("more than 10");
        }
    }

    @Test
    void checkedDocumentKeepsNameAndRepeatability() {
        Document once = checked(new OneShotDocument(Optional.of("a.pdf"), InputStream.nullInputStream()));
        Document bytes = checked(new BytesDocument(Optional.of("b.pdf"), ByteBuffer.allocate(3)));

        assertThat(once.name()).contains("a.pdf");
        assertThat(once.repeatable()).isFalse();
        assertThat(bytes.name()).contains("b.pdf");
        assertThat(bytes.repeatable()).isTrue();
    }

    @Test
    void completelyPeekedStreamKeepsNameAndIsClosed() throws IOException {
        Samples.Watched source = Samples.endless(new byte[0], 10);
        OneShotDocument document = new OneShotDocument(Optional.of("a.pdf"), source);

        Document whole = document.peeked(11);

        assertThat(source.closed()).isTrue();
        assertThat(whole.name()).contains("a.pdf");
        assertThat(whole.length()).hasValue(10);
    }

    @Test
    void partlyPeekedStreamStaysOpen() throws IOException {
        Samples.Watched source = Samples.endless(new byte[0], 10);

        Document ahead = new OneShotDocument(Optional.of("a.pdf"), source).peeked(10);

        assertThat(source.closed()).isFalse();
        assertThat(ahead.name()).contains("a.pdf");
        assertThat(Samples.read(ahead)).hasSize(10);
    }
}
