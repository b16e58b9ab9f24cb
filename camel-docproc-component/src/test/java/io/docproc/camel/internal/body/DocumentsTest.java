/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.body;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.docproc.camel.error.DocprocDocumentException;
import io.docproc.camel.testkit.Survives;
import io.docproc.camel.testkit.TestContexts;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.apache.camel.component.file.GenericFile;
import org.apache.camel.converter.stream.InputStreamCache;
import org.apache.camel.converter.stream.ReaderCache;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.support.DefaultExchange;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Documents in the body of a message: their kinds, their names, and files that change while they are read. */
class DocumentsTest {
    private static final byte[] CONTENT = Samples.pdf();

    @TempDir
    Path folder;

    @AutoClose
    private final DefaultCamelContext context = TestContexts.create();

    private final Exchange exchange = new DefaultExchange(context);
    private static final int LENGTH = 1000;

    @Test
    void filesOfConsumersAreReadFromTheFileOrFromWhatWasDownloaded() throws IOException {
        GenericFile<Object> loaded = new GenericFile<>();
        loaded.setFile(file().toFile());
        loaded.setBody("content as text, decoded with some charset");

        assertThat(Samples.read(repeatable(loaded))).isEqualTo(CONTENT);
        assertThat(Samples.read(repeatable(remoteFile(file().toFile()))))
                .as("in a local work directory")
                .isEqualTo(CONTENT);
        assertThat(Samples.read(repeatable(remoteFile(CONTENT)))).isEqualTo(CONTENT);
        Document streamed = from(remoteFile(new ByteArrayInputStream(CONTENT)));
        assertThat(streamed.repeatable()).isFalse();
        assertThat(Samples.read(streamed)).isEqualTo(CONTENT);
        assertThat(refusal(remoteFile(null)).getCode()).as("not downloaded").isEqualTo(40305);
    }

    private Document repeatable(Object body) {
        Document document = from(body);
        assertThat(document.repeatable()).isTrue();
        return document;
    }

    private interface Change {
        void apply(Path file) throws IOException;
    }

    private static Stream<Arguments> changes() {
        return Stream.of(
                change("grew", file -> Files.write(file, new byte[10], StandardOpenOption.APPEND)),
                change("200 of 1000", file -> Files.write(file, new byte[200])),
                change("changed while it was read", file -> {
                    Files.write(file, "x".repeat(LENGTH).getBytes(StandardCharsets.UTF_8));
                    Files.setLastModifiedTime(file, FileTime.fromMillis(1));
                }),
                change("no longer exists", Files::delete));
    }

    private static Arguments change(String message, Change change) {
        return Arguments.of(message, change);
    }

    @ParameterizedTest
    @MethodSource("changes")
    void aFileThatChangesWhileItIsReadFailsBeforeItsLastByte(String message, Change change) throws IOException {
        Path path = Files.write(folder.resolve("scan.bin"), new byte[LENGTH]);
        Document document =
                Documents.file(path, Optional.empty(), Files.readAttributes(path, BasicFileAttributes.class));
        assertThat(document.open().readAllBytes()).as("unchanged").hasSize(LENGTH);

        try (InputStream in = document.open()) {
            assertThat(in.readNBytes(100)).hasSize(100);
            change.apply(path);
            assertThatThrownBy(() -> in.readNBytes(LENGTH - 100))
                    .isInstanceOf(DocumentReadException.class)
                    .hasMessageContaining(message);
        }
        if (!Files.exists(path)) {
            assertThatThrownBy(document::open)
                    .isInstanceOf(DocumentReadException.class)
                    .hasMessageContaining(message);
        }
    }

    @Test
    void bytesAndBuffersAreAccepted() throws IOException {
        ByteBuffer direct = ByteBuffer.allocateDirect(100);
        direct.put(10, CONTENT, 0, 20).position(10).limit(30);

        Document document = from(direct);

        assertThat(document.length()).hasValue(20);
        assertThat(Samples.read(document)).isEqualTo(Arrays.copyOf(CONTENT, 20));
        assertThat(Samples.read(document)).hasSize(20);
        assertThat(direct.position()).isEqualTo(10);
        assertThat(Samples.read(from(CONTENT))).isEqualTo(CONTENT);
    }

    @Test
    void streamCacheIsReadFromItsStart() throws IOException {
        InputStreamCache cache = new InputStreamCache(CONTENT);
        cache.skip(5);
        Document document = from(cache);

        assertThat(document.repeatable()).isTrue();
        assertThat(document.length()).hasValue(CONTENT.length);
        assertThat(Samples.read(document)).isEqualTo(CONTENT);
        assertThat(Samples.read(document)).isEqualTo(CONTENT);
    }

    @Test
    @Survives(19)
    void stringIsNeverUsedAsUrl() {
        assertThat(refusal("https://files.example/secret-token.pdf"))
                .hasMessageContaining("the body is a String")
                .hasMessageContaining("fileUrl")
                .hasMessageNotContaining("secret-token");
    }

    @Test
    @Survives(19)
    void anUnsupportedTypeIsNamed() {
        assertThat(refusal(42)).hasMessageContaining("java.lang.Integer").hasMessageContaining("byte[]");
        assertThat(refusal(new ByteArrayOutputStream())).hasMessageContaining("java.io.ByteArrayOutputStream");
        assertThat(refusal(new ReaderCache("text"))).hasMessageContaining("ReaderCache");
        assertThat(refusal(List.of(CONTENT))).hasMessageContaining("split it");
        assertThat(refusal(Map.of("a", 1))).hasMessageContaining("not one document");
    }

    @Test
    void fileNameOptionPrecedesHeaderAndFile() throws IOException {
        Message message = exchange.getMessage();
        message.setBody(file());
        message.setHeader(Exchange.FILE_NAME_ONLY, "only.pdf");
        assertThat(Documents.from(message, Optional.empty(), "crop").name()).contains("only.pdf");

        message.setHeader(Exchange.FILE_NAME, "in/box/header.pdf");
        assertThat(Documents.from(message, Optional.empty(), "crop").name()).contains("header.pdf");
        assertThat(Documents.from(message, Optional.of("given.pdf"), "crop").name())
                .contains("given.pdf");
        assertThat(Documents.from(message, Optional.of("../"), "crop").name()).contains("header.pdf");
    }

    private Path file() throws IOException {
        return Files.write(folder.resolve("invoice.pdf"), CONTENT);
    }

    private static GenericFile<Object> remoteFile(Object body) {
        GenericFile<Object> remote = new GenericFile<>();
        remote.setFile(new Object());
        remote.setBody(body);
        return remote;
    }

    private Document from(Object body) {
        exchange.getMessage().setBody(body);
        return Documents.from(exchange.getMessage(), Optional.empty(), "extract");
    }

    private DocprocDocumentException refusal(Object body) {
        DocprocDocumentException refusal = catchThrowableOfType(DocprocDocumentException.class, () -> from(body));
        assertThat(refusal).isNotNull();
        return refusal;
    }

    private static Document ofTenBytes(int available) {
        return new Document(
                "the scan", Optional.empty(), OptionalLong.of(10), () -> new ByteArrayInputStream(new byte[available]));
    }

    @Test
    void sourceLongerThanDeclaredFailsBeforeItsLastByte() throws IOException {
        try (InputStream in = ofTenBytes(11).open();
                InputStream skipped = ofTenBytes(11).open()) {
            assertThat(in.readNBytes(9)).hasSize(9);
            assertThatThrownBy(in::read)
                    .isInstanceOf(DocumentReadException.class)
                    .hasMessageContaining("the scan grew");
            assertThatThrownBy(() -> skipped.skipNBytes(11)).isInstanceOf(DocumentReadException.class);
        }
        assertThat(ofTenBytes(10).open().readAllBytes()).hasSize(10);
    }
}
