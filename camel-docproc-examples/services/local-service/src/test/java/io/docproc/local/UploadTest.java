/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local;

import static io.docproc.local.RunningService.CROP;
import static io.docproc.local.RunningService.EXTRACT;
import static io.docproc.local.RunningService.PARSE;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.local.crop.CropResult;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UploadTest {
    private static final int FIFTY_MB = 50 * 1024 * 1024;

    @TempDir
    Path temp;

    private RunningService service;

    @BeforeEach
    void start() throws Exception {
        service = new RunningService(
                temp,
                new LocalServiceOptions(),
                new DocumentProcessors(
                        (file, parameters) -> new CropResult(1, 1, length(file), 1, List.of(), -1, Optional.empty()),
                        (file, name, schema, parse, extract) -> schema.put("bytes", length(file)),
                        (file, name, config) -> config.put("bytes", length(file))));
    }

    @AfterEach
    void stop() {
        service.close();
    }

    @Test
    void fiftyMegabytesAreAcceptedAndOneByteMoreIsNot() throws Exception {
        RunningService.Response most = crop(FIFTY_MB);
        RunningService.Response tooMuch = crop(FIFTY_MB + 1);

        assertThat(most.json().at("/result/image_list/0/cropped_width").asInt()).isEqualTo(FIFTY_MB);
        assertThat(tooMuch.code()).isEqualTo(40302);
        assertThat(tooMuch.json().path("message").asText()).isEqualTo("file size exceeds 50 MB");
        assertThat(service.temporaryFiles()).isEmpty();
    }

    @Test
    void theLimitOfAnExtractionIsThatOfTheDecodedDocument() throws Exception {
        // 16,777,216 groups of "AAAA" are 48 MB; 17,476,267 are 50 MB and one byte.
        assertThat(extract(16_777_216).json().at("/result/bytes").asInt()).isEqualTo(48 * 1024 * 1024);
        assertThat(extract(17_476_267).code()).isEqualTo(40302);
        assertThat(service.temporaryFiles()).isEmpty();
    }

    @Test
    void aDocumentToParseCanBeLarger() throws Exception {
        String head = "--edge\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a\"\r\n\r\n";
        RunningService.Response reply = service.post(
                PARSE,
                "multipart/form-data; boundary=edge",
                BodyPublishers.ofInputStream(
                        () -> concat(bytes(head), new SameByte(FIFTY_MB + 1, (byte) 0), bytes("\r\n--edge--\r\n"))));

        assertThat(reply.json().at("/data/bytes").asInt()).isEqualTo(FIFTY_MB + 1);
        assertThat(service.temporaryFiles()).isEmpty();
    }

    @Test
    void anUploadThatTheClientAbortsIsDeleted() throws Exception {
        try (Socket socket = startUpload(1000)) {
            org.awaitility.Awaitility.await()
                    .until(() -> !service.temporaryFiles().isEmpty());
        }

        org.awaitility.Awaitility.await().until(() -> service.temporaryFiles().isEmpty());
        assertThat(service.calls("crop").at("/billed/package_calls").asInt()).isZero();
    }

    @Test
    void anUploadWithExpectContinueReceivesTheInterimResponse() throws Exception {
        RunningService.Response reply = service.send(service.signed(CROP)
                .header("Content-Type", "application/octet-stream")
                .expectContinue(true)
                .POST(BodyPublishers.ofByteArray(new byte[] {1, 2, 3})));

        assertThat(reply.json().at("/result/image_list/0/cropped_width").asInt())
                .isEqualTo(3);
    }

    @Test
    void concurrentCallsGetTheirOwnResponsesAndAreBilledOnce() {
        ConcurrentLinkedQueue<Integer> widths = new ConcurrentLinkedQueue<>();
        IntStream.rangeClosed(1, 60).parallel().forEach(length -> {
            try {
                widths.add(service.crop("", new byte[length])
                        .json()
                        .at("/result/image_list/0/cropped_width")
                        .asInt());
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });

        assertThat(widths)
                .containsExactlyInAnyOrderElementsOf(
                        IntStream.rangeClosed(1, 60).boxed().toList());
        assertThat(charged()).isEqualTo(60);
    }

    @Test
    void closingDeletesTheFolderOfTheService() throws Exception {
        service.crop("", new byte[] {1});

        service.close();

        assertThat(temp).isEmptyDirectory();
    }

    private Socket startUpload(long announcedBytes) throws IOException {
        Socket socket = new Socket("127.0.0.1", service.service().port());
        String start = "POST " + CROP + " HTTP/1.1\r\nHost: x\r\nContent-Type: application/octet-stream\r\n"
                + "x-ti-app-id: local-app\r\nx-ti-secret-code: local-secret\r\n"
                + "Content-Length: " + announcedBytes + "\r\n\r\nhalf";
        socket.getOutputStream().write(start.getBytes(US_ASCII));
        return socket;
    }

    private int charged() {
        try {
            return service.calls("crop").at("/billed/package_calls").asInt();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private RunningService.Response crop(int length) throws Exception {
        return service.post(
                CROP, "application/octet-stream", BodyPublishers.ofInputStream(() -> new SameByte(length, (byte) 0)));
    }

    private RunningService.Response extract(int groups) throws Exception {
        return service.post(
                EXTRACT,
                "application/json",
                BodyPublishers.ofInputStream(() -> concat(
                        bytes("{\"file\":{\"file_base64\":\""),
                        new SameByte(groups * 4, (byte) 'A'),
                        bytes("\"},\"schema\":{\"properties\":{}}}"))));
    }

    private static InputStream bytes(String text) {
        return new ByteArrayInputStream(text.getBytes(US_ASCII));
    }

    private static InputStream concat(InputStream... parts) {
        return new SequenceInputStream(Collections.enumeration(Arrays.asList(parts)));
    }

    private static int length(Path file) {
        try {
            return Math.toIntExact(Files.size(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Stream that repeats a byte. */
    private static final class SameByte extends InputStream {
        private final byte value;
        private int left;

        private SameByte(int length, byte value) {
            this.left = length;
            this.value = value;
        }

        @Override
        public int read() {
            return left-- > 0 ? value : -1;
        }

        @Override
        public int read(byte[] target, int offset, int length) {
            if (left <= 0) {
                return -1;
            }
            int now = Math.min(left, length);
            Arrays.fill(target, offset, offset + now, value);
            left -= now;
            return now;
        }
    }
}
