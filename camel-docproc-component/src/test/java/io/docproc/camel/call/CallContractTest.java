/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.call;

import static io.docproc.camel.testkit.ServiceDouble.withCredentials;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.github.tomakehurst.wiremock.http.Request;
import io.docproc.camel.DocprocConstants;
import io.docproc.camel.error.DocprocDocumentException;
import io.docproc.camel.error.DocprocException;
import io.docproc.camel.error.DocprocInvalidRequestException;
import io.docproc.camel.error.DocprocTransportException;
import io.docproc.camel.result.FileResultRepository;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.ServiceDouble;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.net.URI;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.camel.Message;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The operation {@code call}, which sends any other request to the provider. */
class CallContractTest {
    private static final String URI = "docproc:call?servicePath=/ai/service/v2/table";
    private static final String PAYLOAD = "{\"pages\": [1.50, 2]}";
    private static final String RESPONSE =
            "{\"code\":200,\"message\":\"success\",\"x_request_id\":\"r-1\",\"data\":" + PAYLOAD + "}";

    @TempDir
    Path directory;

    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    @BeforeEach
    void respond() {
        service.respondWith(RESPONSE);
    }

    private Request request(String uri, Object body, Map<String, Object> headers) {
        service.call(uri, body, headers);
        return service.onlyRequest();
    }

    @Test
    void aMessageWithoutBodyIsSentAsGetWithItsQuery() {
        Request request = request(URI + "&param.name=a b", null, Map.of());

        assertThat(request.getMethod().getName()).isEqualTo("GET");
        assertThat(request.getUrl()).isEqualTo("/ai/service/v2/table?name=a%20b");
        assertThat(service.onlyHeaders()).isEqualTo(withCredentials());
    }

    static Stream<Arguments> bodies() {
        return Stream.of(
                arguments(Map.of("a", 1.5), "application/json", "{\"a\":1.5}"),
                arguments("{\"a\": 1.5}", "application/json", "{\"a\":1.5}"),
                arguments(List.of(1, 2), "application/json", "[1,2]"),
                arguments(new ByteArrayInputStream(new byte[] {'a'}), "application/octet-stream", "a"));
    }

    @ParameterizedTest
    @MethodSource("bodies")
    void mapsListsAndTextAreSentAsJsonAndDocumentsAsBytes(Object body, String contentType, String sent) {
        Request request = request(URI, body, Map.of());

        assertThat(request.getMethod().getName()).isEqualTo("POST");
        assertThat(request.getHeader("Content-Type")).isEqualTo(contentType);
        assertThat(request.getBodyAsString()).isEqualTo(sent);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "servicePath=no-slash | Option servicePath of docproc:call is 'no-slash'",
                "servicePath=/a&serviceMethod=PUT | one of GET, POST",
                "servicePath=/a&service=workflow | workflowUrl"
            })
    void anInvalidOptionFailsAtStart(String options, String reason) {
        assertThatThrownBy(() ->
                        service.context().getEndpoint("docproc:call?" + options).start())
                .hasStackTraceContaining(reason);
    }

    @Test
    void aPathHasAtMost2000Characters() {
        String path = "/a".repeat(1000);
        assertThat(request("docproc:call", null, Map.of(DocprocConstants.SERVICE_PATH, path))
                        .getUrl())
                .isEqualTo(path);
        refused(DocprocConstants.SERVICE_PATH, path + "b");
    }

    @Test
    void aJsonFileThatIsTooLongForAnErrorIsDelivered() {
        String file = "{\"code\":7,\"message\":\"" + "x".repeat(70_000) + "\"}";
        service.respondWith(file);

        assertThat(service.call(URI + "&output=bytes", null).getBody(String.class))
                .isEqualTo(file);
    }

    @Test
    void aDocumentIsCheckedBySizeOnly() throws IOException {
        Path large = directory.resolve("large.bin");
        try (RandomAccessFile file = new RandomAccessFile(large.toFile(), "rw")) {
            file.setLength(501L * 1024 * 1024);
        }
        String multipart = URI + "&multipart=true";

        assertThat(service.failure(DocprocDocumentException.class, URI, new byte[0])
                        .getCode())
                .isEqualTo(40305);
        assertThat(service.failure(DocprocDocumentException.class, URI, large).getCode())
                .isEqualTo(40302);
        assertThat(service.failure(DocprocDocumentException.class, multipart, Map.of("a", large))
                        .getCode())
                .isEqualTo(40302);
        service.assertNothingSent();
        assertThat(service.send(URI + "&validateInput=false&baseUrl=http://localhost:1", large)
                        .getException())
                .isExactlyInstanceOf(DocprocTransportException.class);
        service.call(URI, new byte[] {1, 2, 3});
    }

    @Test
    void aResultIsNotStoredSoThatEachCallIsMade() {
        Replies.configure(service, docproc -> docproc.setResultRepository(new FileResultRepository(directory)));

        Message first = service.call(URI, Replies.DOCUMENT);
        Message second = service.call(URI + "&storeResult=false", Replies.DOCUMENT);

        assertThat(service.server().getAllServeEvents()).hasSize(2);
        assertThat(first.getHeaders()).containsEntry(DocprocConstants.BILLED, true);
        assertThat(second.getHeaders()).containsEntry(DocprocConstants.BILLED, true);
    }

    @Test
    void queryParametersAreEncodedAndListsAreSentSeveralTimes() {
        Map<String, Object> given = new LinkedHashMap<>();
        given.put("a b&", "1+2=3 & ä/发?#%");
        given.put("a", Arrays.asList(1, null, "x"));
        given.put("b", new String[] {"y", "z"});
        given.put("c", List.of());
        given.put("page", null);

        service.call(URI + "&param.page=2&param.size=3&param.size=4", null, Map.of(DocprocConstants.PARAM, given));

        assertThat(service.url().replaceFirst(".*\\?", "").split("&"))
                .containsExactlyInAnyOrder(
                        "a%20b%26=1%2B2%3D3%20%26%20%C3%A4%2F%E5%8F%91%3F%23%25",
                        "a=1", "a=x", "b=y", "b=z", "size=3", "size=4");
    }

    private String query(Map<String, Object> given) {
        service.call(URI, null, Map.of(DocprocConstants.PARAM, given));
        return service.url().replaceFirst("^/ai/service/v2/table\\?", "");
    }

    @Test
    void aQueryThatIsNoneIsRefusedBeforeTheCall() {
        Map<String, Object> withoutName = new HashMap<>();
        withoutName.put(null, "x");
        for (Object query : List.of(
                "a=1",
                List.of("a"),
                withoutName,
                Map.of(" ", 1),
                Map.of("a", Map.of("b", 1)),
                Map.of("a", new byte[1]))) {
            assertThat(refused(DocprocConstants.PARAM, query)).hasMessageContaining("lists of them");
        }
    }

    @Test
    void aQueryOf8000CharactersIsAllowed() {
        String value = "x".repeat(7_998);
        assertThat(query(Map.of("a", value))).isEqualTo("a=" + value);

        service.server().resetRequests();
        refused(DocprocConstants.PARAM, Map.of("a", value + "x"));
        refused(DocprocConstants.PARAM, Map.of("a", "ä".repeat(2_000)));
        DocprocException together = service.refused(
                URI + "&param.b=" + "y".repeat(100), null, Map.of(DocprocConstants.PARAM, Map.of("a", value)));
        assertThat(together).hasMessageContaining("8103").hasMessageContaining("8000");
    }

    private DocprocException refused(String header, Object value) {
        DocprocException failure =
                service.failure(DocprocInvalidRequestException.class, URI, null, Map.of(header, value));
        assertThat(failure).hasMessageContaining("header " + header + " is '").hasMessageContaining("allowed is");
        assertThat(failure.getCode()).isEqualTo(40004);
        return failure;
    }
}
