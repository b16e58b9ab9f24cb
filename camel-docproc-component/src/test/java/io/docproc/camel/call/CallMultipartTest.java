/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.github.tomakehurst.wiremock.http.Request;
import com.github.tomakehurst.wiremock.http.Request.Part;
import io.docproc.camel.DocprocConstants;
import io.docproc.camel.error.DocprocException;
import io.docproc.camel.testkit.CoversFault;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.ServiceDouble;
import jakarta.activation.DataHandler;
import jakarta.activation.FileDataSource;
import jakarta.mail.util.ByteArrayDataSource;
import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.camel.Exchange;
import org.apache.camel.component.file.GenericFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Multipart bodies of a {@code call}. */
class CallMultipartTest {
    private static final String URI = "docproc:call?servicePath=/file/upload&multipart=true";

    @TempDir
    Path directory;

    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    private final Map<String, Object> parts = new LinkedHashMap<>();

    @BeforeEach
    void respond() {
        service.respondWith("{\"code\":200,\"message\":\"success\"}");
    }

    private Request sent(Map<String, Object> headers) {
        service.call(URI, parts, headers);
        return service.onlyRequest();
    }

    private String form(Map<String, Object> headers) {
        return new String(sent(headers).getBody(), StandardCharsets.UTF_8);
    }

    private static InputStream once(byte[] content) {
        return new FilterInputStream(new ByteArrayInputStream(content)) {
            @Override
            public boolean markSupported() {
                return false;
            }
        };
    }

    @Test
    void severalDocumentsAndJsonAreParts() throws Exception {
        byte[] large = new byte[700_000];
        Arrays.fill(large, (byte) 'a');
        parts.put("first", once(large));
        parts.put(
                "second",
                Files.write(directory.resolve("b.pdf"), Replies.DOCUMENT).toFile());
        parts.put("config", Map.of("a", List.of(1.5)));
        parts.put("crop_flag", true);
        parts.put("absent", null);

        Request request = sent(Map.of(Exchange.FILE_NAME, "message.pdf"));

        assertThat(request.getParts()).hasSize(4);
        assertThat(request.getBodyAsString())
                .contains("name=\"first\"; filename=\"first\"", "name=\"second\"; filename=\"b.pdf\"")
                .doesNotContain("message.pdf");
        assertThat(request.getPart("first").getBody().asBytes()).isEqualTo(large);
        assertThat(request.getPart("second").getBody().asBytes()).isEqualTo(Replies.DOCUMENT);
        assertThat(request.getPart("config").getBody().asString()).isEqualTo("{\"a\":[1.5]}");
        assertThat(request.getPart("config").getHeader("Content-Type").firstValue())
                .isEqualTo("application/json");
        assertThat(request.getPart("crop_flag").getBody().asString()).isEqualTo("true");
    }

    /** Lists of two documents of all types, with the names of their files. */
    static Stream<Arguments> listsOfDocuments() {
        DataHandler attachment = new DataHandler(new ByteArrayDataSource(Replies.DOCUMENT, "application/pdf"));
        return Stream.of(
                list(file -> List.of(file, file.toPath()), "合同.pdf", "合同.pdf"),
                list(file -> new File[] {file, file}, "合同.pdf", "合同.pdf"),
                list(file -> new LinkedHashSet<>(List.of(file, wrapped(file))), "合同.pdf", "合同.pdf"),
                list(file -> new byte[][] {Replies.DOCUMENT, Replies.DOCUMENT}, "files", "files"),
                list(file -> List.of(Replies.DOCUMENT, ByteBuffer.wrap(Replies.DOCUMENT)), "files", "files"),
                list(file -> List.of(Map.entry("a.pdf", attachment), once(Replies.DOCUMENT)), "a.pdf", "files"),
                list(file -> List.of(attachment, once(Replies.DOCUMENT)), "files", "files"));
    }

    private static Arguments list(Function<File, Object> documents, String... names) {
        return arguments(documents, List.of(names));
    }

    private static GenericFile<File> wrapped(File file) {
        GenericFile<File> wrapped = new GenericFile<>();
        wrapped.setFile(file);
        wrapped.setAbsoluteFilePath(file.getPath());
        return wrapped;
    }

    @CoversFault(97)
    @ParameterizedTest
    @MethodSource("listsOfDocuments")
    void aListOfDocumentsIsAPartForEachOfThem(Function<File, Object> documents, List<String> names) throws Exception {
        Path file = Files.write(directory.resolve("合同.pdf"), Replies.DOCUMENT);
        parts.put("files", documents.apply(file.toFile()));
        parts.put("workspace_id", "1");

        Request request = sent(Map.of(Exchange.FILE_NAME, "message.pdf"));

        assertThat(request.getParts()).extracting(Part::getName).containsExactly("files", "files", "workspace_id");
        assertThat(Pattern.compile("filename=\"([^\"]*)\"")
                        .matcher(request.getBodyAsString())
                        .results()
                        .map(name -> name.group(1)))
                .containsExactlyElementsOf(names);
        assertThat(request.getParts().stream()
                        .filter(part -> part.getName().equals("files"))
                        .map(part -> part.getBody().asBytes()))
                .containsExactly(Replies.DOCUMENT, Replies.DOCUMENT);
    }

    @Test
    void aListAsTheBodyIsPartsOfTheNameFile() {
        service.call(URI, List.of(Replies.DOCUMENT, Replies.DOCUMENT));

        assertThat(service.onlyRequest().getParts()).extracting(Part::getName).containsExactly("file", "file");
    }

    @Test
    void aListWithTextsAndDocumentsIsAPartForEachOfThem() {
        parts.put("files", Arrays.asList(Replies.DOCUMENT, null, "a note", Map.of("a", 1)));

        assertThat(sent(Map.of()).getParts())
                .extracting(part -> part.getBody().asString())
                .containsExactlyInAnyOrder(new String(Replies.DOCUMENT, StandardCharsets.UTF_8), "a note", "{\"a\":1}");
    }

    /** Jackson would write the path of a file. */
    @ParameterizedTest
    @ValueSource(strings = {"&multipart=true", ""})
    void aDocumentInsideJsonIsRefused(String method) throws Exception {
        Path file = Files.write(directory.resolve("secret-place.pdf"), Replies.DOCUMENT);
        DataHandler attachment = new DataHandler(new FileDataSource(file.toFile()));
        for (Object document : List.of(file, file.toFile(), wrapped(file.toFile()), attachment)) {
            DocprocException failure = service.refused(
                    URI.replace("&multipart=true", method), Map.of("config", Map.of("a", List.of(document))));

            assertThat(failure)
                    .hasMessageContaining("cannot be written as JSON")
                    .hasMessageContaining(" is a document")
                    .message()
                    .doesNotContain("secret-place");
        }
    }

    @Test
    void theOnlyDocumentHasTheNameOfTheMessage() {
        parts.put("file", Replies.DOCUMENT);
        parts.put("category", "invoice");

        assertThat(form(Map.of(Exchange.FILE_NAME, "inbox/rechnung.pdf"))).contains("filename=\"rechnung.pdf\"");
        service.server().resetRequests();
        assertThat(form(Map.of(Exchange.FILE_NAME, "a.pdf", DocprocConstants.FILE_NAME, "b.pdf")))
                .contains("filename=\"b.pdf\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "a\"; filename=\"x", "a\r\nX-Other: 1", "a\u0000"})
    void thePartNameIsRefusedIfItCouldAddAHeaderOrAParameter(String name) {
        parts.put(name, "value");

        DocprocException failure = service.refused(URI, parts);

        assertThat(failure)
                .hasMessageContaining("the name of a part is '")
                .hasMessageContaining("allowed is")
                .message()
                .doesNotContainPattern("\\p{Cntrl}");
    }

    @Test
    void aStreamCanBeTwoParts() {
        InputStream stream = once(Replies.DOCUMENT);
        parts.put("first", stream);
        parts.put("second", stream);

        service.call(URI, parts);

        assertThat(service.onlyRequest().getParts())
                .hasSize(2)
                .allSatisfy(part -> assertThat(part.getBody().asBytes()).isEqualTo(Replies.DOCUMENT));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @CoversFault(81)
    void aFormWithSeveralDocumentsWhoseMessageFailsIsBilledOnce(boolean streams) throws Exception {
        AtomicInteger failures = new AtomicInteger(2);
        service.route(routes -> routes.from("direct:in").to(URI).process(exchange -> {
            if (failures.getAndDecrement() > 0) {
                throw new IOException("a later step fails");
            }
        }));
        for (int message = 0; message < 3; message++) {
            parts.put(
                    "first",
                    streams ? once(Replies.DOCUMENT) : Files.write(directory.resolve("a.pdf"), Replies.DOCUMENT));
            parts.put("second", Replies.JPEG);
            service.send("direct:in", parts);
        }

        assertThat(failures).hasValue(-1);
        assertThat(service.server().getAllServeEvents()).hasSize(1);
    }
}
