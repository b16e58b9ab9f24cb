/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.call;

import static io.docproc.camel.testkit.ServiceDouble.withCredentials;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.tomakehurst.wiremock.http.Request;
import io.docproc.camel.DocprocConstants;
import io.docproc.camel.error.DocprocAuthenticationException;
import io.docproc.camel.error.DocprocDocumentException;
import io.docproc.camel.error.DocprocInvalidRequestException;
import io.docproc.camel.error.DocprocRateLimitException;
import io.docproc.camel.error.DocprocTransportException;
import io.docproc.camel.result.FileResultRepository;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.ServiceDouble;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

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

    @Test
    void theMessageOverridesPathMethodAndQuery() {
        Request request = request(
                URI + "&param.page=2&param.size=5",
                "ignored by a GET",
                Map.of(
                        "CamelDocprocServicePath", "/other",
                        "CamelDocprocServiceMethod", "GET",
                        "CamelDocprocParam", Map.of("page", 3)));

        assertThat(request.getMethod().getName()).isEqualTo("GET");
        assertThat(request.getUrl()).contains("/other?").contains("page=3").contains("size=5");
        assertThat(request.getBody()).isEmpty();
    }

    @Test
    void mapsListsAndTextAreSentAsJson() {
        for (Object body : List.of(Map.of("a", 1.5), "{\"a\": 1.5}")) {
            Request request = request(URI, body, Map.of());
            assertThat(request.getMethod().getName()).isEqualTo("POST");
            assertThat(request.getHeader("Content-Type")).isEqualTo("application/json");
            assertThat(request.getBodyAsString()).isEqualTo("{\"a\":1.5}");
            service.server().resetRequests();
        }
        assertThat(request(URI, List.of(1, 2), Map.of()).getBodyAsString()).isEqualTo("[1,2]");
    }

    @Test
    void aDocumentIsSentAsBytes() {
        Request request = request(URI, new ByteArrayInputStream(Replies.DOCUMENT), Map.of());

        assertThat(request.getHeader("Content-Type")).isEqualTo("application/octet-stream");
        assertThat(request.getBody()).isEqualTo(Replies.DOCUMENT);
    }

    @Test
    void theBodyIsThePayloadOrTheWholeResponse() {
        Message document = service.call(URI, Map.of());
        Message response = service.call(URI + "&output=response", Map.of());

        assertThat(document.getBody(String.class)).isEqualTo(PAYLOAD);
        assertThat(document.getHeader(DocprocConstants.REQUEST_ID)).isEqualTo("r-1");
        assertThat(response.getBody(String.class)).isEqualTo(RESPONSE);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "markdown | result | # A",
                "elements | result | [{'page_id':3,'text':'A'}]",
                "elements | data | [{'page_number':3,'text':'B'}]",
                "pages | result | [{'page_id':1}]",
                "pageMarkdown | result | [{'page_number':3,'markdown':'A'}]",
                "pageMarkdown | data | [{'page_number':3,'markdown':'B'}]",
                "pages | | [{'page_number':0,'result':{'object_list':[]}}]"
            })
    void theBodyIsAPartOfAParsedDocument(String output, String field, String expected) {
        String parsed = "{'markdown':'# A','pages':[{'page_id':1}],'detail':[{'page_id':3,'text':'A'}]";
        String elements = ",'elements':[{'page_number':3,'text':'B'}]}";
        String receipt = "{'code':200,'message':'success','pages':[{'page_number':0,'result':{'object_list':[]}}]}";
        service.respondWith((field == null
                        ? receipt
                        : "{'code':200,'" + field + "':" + parsed + (field.equals("data") ? elements : "}") + "}")
                .replace('\'', '"'));

        Message message = service.call(URI + "&output=" + output, Replies.DOCUMENT);

        assertThat(output.equals("markdown") ? message.getBody(String.class) : parts(message))
                .isEqualTo(expected.replace('\'', '"'));
    }

    private String parts(Message message) {
        List<String> parts = new ArrayList<>();
        Iterable<?> body = message.getBody(Iterable.class);
        body.forEach(part ->
                parts.add(service.context().getTypeConverter().convertTo(String.class, ((Message) part).getBody())));
        return parts.toString();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "&output=bytes"})
    void errorCodesBecomeExceptions(String output) {
        service.respondWith("{\"code\":40102,\"message\":\"invalid\"}");
        service.failure(DocprocAuthenticationException.class, URI + output, null);
        service.respondWith("{\"code\":40306,\"message\":\"qps\"}");
        service.failure(DocprocRateLimitException.class, URI + output + "&appId=other", null);

        assertThat(service.meters().cooldown()).isPositive();
    }

    @Test
    void aMissingPathAndInvalidJsonAreRejectedBeforeTheCall() {
        assertThat(service.refused("docproc:call", null))
                .hasMessageContaining("option servicePath is not set")
                .hasMessageContaining("header CamelDocprocServicePath");
        for (String text : List.of("no JSON", "", " ", "{} {}")) {
            assertThat(service.refused(URI, text))
                    .hasMessageContaining("text of " + text.length() + " characters that is not JSON");
        }
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

    @ParameterizedTest
    @ValueSource(strings = {"body", ""})
    void aFileUrlIsSentAsText(String body) {
        String url = "https://files.example.com/a.pdf?x=1";
        Request request =
                request(URI + "&param.a=1", body.isEmpty() ? null : body, Map.of(DocprocConstants.FILE_URL, url));

        assertThat(request.getMethod().getName()).isEqualTo("POST");
        assertThat(request.getHeader("Content-Type")).startsWith("text/plain");
        assertThat(request.getBodyAsString()).isEqualTo(url);
        assertThat(request.getUrl()).endsWith("?a=1");
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
    void theWorkflowServiceRequiresItsUrl() {
        assertThatThrownBy(() ->
                        service.context().getEndpoint(URI + "&service=workflow").start())
                .hasStackTraceContaining("workflowUrl");
        Exchange exchange = service.send(URI, null, Map.of("CamelDocprocService", "workflow"));
        assertThat(exchange.getException())
                .isInstanceOf(DocprocInvalidRequestException.class)
                .hasMessageContaining("workflowUrl");
        service.component().getConfiguration().setWorkflowUrl(service.server().baseUrl() + "/workflow");
        assertThat(request(URI + "&service=workflow&output=response", null, Map.of())
                        .getUrl())
                .isEqualTo("/workflow/ai/service/v2/table");
    }
}
