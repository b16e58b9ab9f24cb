/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.docproc.camel.internal.body.Bytes;
import io.docproc.camel.internal.body.ContentSource;
import io.docproc.camel.internal.http.RequestBodies.UnreadableDocumentException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.apache.hc.core5.http.HttpEntity;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class RequestBodiesTest {
    private static final byte[] BEFORE = "{\"file\":\"".getBytes(StandardCharsets.UTF_8);
    private static final byte[] AFTER = "\"}".getBytes(StandardCharsets.UTF_8);

    /** From nothing to ten bytes, and around one and two buffers of 32 KB and the triples that Base64 takes of them. */
    static IntStream sizes() {
        IntStream aroundBuffers =
                IntStream.of(32 * 1024, 64 * 1024).flatMap(size -> IntStream.rangeClosed(size - 6, size + 4));
        return IntStream.concat(IntStream.rangeClosed(0, 10), aroundBuffers);
    }

    @ParameterizedTest
    @MethodSource("sizes")
    void binaryBodyEqualsDocument(int size) throws IOException {
        byte[] content = Bytes.some(size);
        HttpEntity body = RequestBodies.octetStream(Bytes.of(content));

        assertThat(body.getContentLength()).isEqualTo(size);
        assertThat(body.getContentType()).isEqualTo("application/octet-stream");
        assertThat(written(body)).isEqualTo(content);
    }

    @ParameterizedTest
    @MethodSource("sizes")
    void documentInJsonIsBase64OfKnownLength(int size) throws IOException {
        byte[] content = Bytes.some(size);
        HttpEntity body = RequestBodies.jsonAroundBase64(BEFORE, Bytes.of(content), AFTER);

        byte[] written = written(body);

        assertThat(new String(written, StandardCharsets.UTF_8))
                .isEqualTo("{\"file\":\"" + Base64.getEncoder().encodeToString(content) + "\"}");
        assertThat(body.getContentLength()).isEqualTo(written.length);
    }

    @Test
    void slowStreamIsEncodedWithoutInnerPadding() throws IOException {
        byte[] content = Bytes.some(100_000);
        ContentSource dripping = new Source(OptionalLong.of(content.length)) {
            @Override
            public InputStream open() {
                return new InputStream() {
                    private int position;

                    @Override
                    public int read() {
                        return position < content.length ? content[position++] & 0xff : -1;
                    }

                    @Override
                    public int read(byte[] bytes, int offset, int count) {
                        int value = count == 0 ? 0 : read();
                        if (value >= 0 && count > 0) {
                            bytes[offset] = (byte) value;
                        }
                        return value < 0 ? -1 : Math.min(count, 1);
                    }
                };
            }
        };

        byte[] written = written(RequestBodies.jsonAroundBase64(new byte[0], dripping, new byte[0]));

        assertThat(written).isEqualTo(Base64.getEncoder().encode(content));
    }

    @Test
    void bodyOfUnknownLengthHasNoContentLength() throws IOException {
        Bytes unknown = Bytes.ofUnknownLength(Bytes.some(1000));

        for (HttpEntity body : new HttpEntity[] {
            RequestBodies.octetStream(unknown), RequestBodies.jsonAroundBase64(BEFORE, unknown, AFTER)
        }) {
            assertThat(body.getContentLength()).isEqualTo(-1);
            assertThat(written(body)).hasSizeGreaterThanOrEqualTo(1000);
        }
    }

    @Test
    void repeatableSourceIsSentFromItsStart() throws IOException {
        HttpEntity body = RequestBodies.jsonAroundBase64(BEFORE, Bytes.of(Bytes.some(7)), AFTER);

        assertThat(written(body)).isEqualTo(written(body));
    }

    @Test
    void textAndJsonAreSentAsUtf8() throws IOException {
        HttpEntity text = RequestBodies.text("https://files.example.com/发票.pdf");
        HttpEntity json = RequestBodies.json("{\"a\":\"é\"}".getBytes(StandardCharsets.UTF_8));

        assertThat(text.getContentType()).isEqualTo("text/plain");
        assertThat(written(text)).asString(StandardCharsets.UTF_8).isEqualTo("https://files.example.com/发票.pdf");
        assertThat(json.getContentType()).startsWith("application/json");
        assertThat(json.getContentLength()).isEqualTo(10);
    }

    @Test
    void unreadableDocumentIsNoConnectionFailure() {
        ContentSource vanished = new Source(OptionalLong.of(1)) {
            @Override
            public InputStream open() throws IOException {
                throw new IOException("the file is gone");
            }
        };
        ContentSource breaking = new Source(OptionalLong.of(1)) {
            @Override
            public InputStream open() {
                return new InputStream() {
                    @Override
                    public int read() throws IOException {
                        throw new IOException("the disk broke");
                    }
                };
            }
        };

        assertThatExceptionOfType(UnreadableDocumentException.class)
                .isThrownBy(() -> written(RequestBodies.octetStream(vanished)))
                .withMessage("the file is gone");
        assertThatExceptionOfType(UnreadableDocumentException.class)
                .isThrownBy(() -> written(RequestBodies.octetStream(breaking)))
                .withMessage("the disk broke");
    }

    @Test
    void connectionFailureIsNoDocumentFailure() {
        OutputStream lost = new OutputStream() {
            @Override
            public void write(int value) throws IOException {
                throw new IOException("connection reset");
            }
        };

        assertThatExceptionOfType(IOException.class)
                .isThrownBy(
                        () -> RequestBodies.octetStream(Bytes.of(Bytes.some(5))).writeTo(lost))
                .withMessage("connection reset");
    }

    private abstract static class Source implements ContentSource {
        private final OptionalLong length;

        Source(OptionalLong length) {
            this.length = length;
        }

        @Override
        public OptionalLong length() {
            return length;
        }

        @Override
        public boolean repeatable() {
            return true;
        }
    }

    static byte[] written(HttpEntity body) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        body.writeTo(out);
        return out.toByteArray();
    }
}
