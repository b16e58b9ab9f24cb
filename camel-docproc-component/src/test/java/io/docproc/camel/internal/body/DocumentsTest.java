/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.body;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.docproc.camel.error.DocprocDocumentException;
import io.docproc.camel.testkit.Survives;
import io.docproc.camel.testkit.TestContexts;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.apache.camel.component.file.GenericFile;
import org.apache.camel.converter.stream.CachedOutputStream;
import org.apache.camel.converter.stream.InputStreamCache;
import org.apache.camel.converter.stream.ReaderCache;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.support.DefaultExchange;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DocumentsTest {
    private static final byte[] CONTENT = Samples.pdf();

    @TempDir
    Path folder;

    @AutoClose
    private final DefaultCamelContext context = TestContexts.create();

    private final Exchange exchange = new DefaultExchange(context);

    @Test
    void fileMessageIsReadFromFileEvenIfLoaded() throws IOException {
        GenericFile<Object> message = new GenericFile<>();
        message.setFile(file().toFile());
        message.setBody("content as text, decoded with some charset");

        Document document = from(message);

        assertThat(document.repeatable()).isTrue();
        assertThat(Samples.read(document)).isEqualTo(CONTENT);
    }

    @Test
    void downloadedRemoteFileIsReadFromMemory() throws IOException {
        assertThat(Samples.read(from(remoteFile(CONTENT)))).isEqualTo(CONTENT);
    }

    @Test
    void remoteFileInLocalWorkDirectoryIsReadFromThere() throws IOException {
        Document document = from(remoteFile(file().toFile()));

        assertThat(document.repeatable()).isTrue();
        assertThat(Samples.read(document)).isEqualTo(CONTENT);
    }

    @Test
    void streamedRemoteFileIsReadOnce() throws IOException {
        Document document = from(remoteFile(new ByteArrayInputStream(CONTENT)));

        assertThat(document.repeatable()).isFalse();
        assertThat(Samples.read(document)).isEqualTo(CONTENT);
    }

    @Test
    void undownloadedRemoteFileIsRejected() {
        assertThat(refusal(remoteFile(null)).getCode()).isEqualTo(40305);
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
    void spooledStreamCacheIsReadRepeatedly() throws Exception {
        context.getStreamCachingStrategy().setSpoolEnabled(true);
        context.getStreamCachingStrategy().setSpoolDirectory(folder.toFile());
        context.getStreamCachingStrategy().setSpoolThreshold(10);
        CachedOutputStream spool = new CachedOutputStream(exchange);
        spool.write(CONTENT);
        spool.close();
        Document document = from(spool.newStreamCache());

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
}
