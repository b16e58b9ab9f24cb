/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.call;

import static io.docproc.camel.testkit.ServiceDouble.withCredentials;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.tomakehurst.wiremock.http.Request;
import io.docproc.camel.DocprocConstants;
import io.docproc.camel.DocprocEndpoint;
import io.docproc.camel.error.DocprocAuthenticationException;
import io.docproc.camel.error.DocprocDocumentException;
import io.docproc.camel.error.DocprocException;
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
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
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

    private static final String TABLE = "docproc:call?servicePath=/ai/service/v2/table";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "no-slash",
                "/",
                "//host/path",
                "/a//b",
                "/a?b=c",
                "/a#b",
                "/a b",
                "/a%",
                "/a%4",
                "/a%zz",
                "/a/..",
                "/../b",
                "/a/../b",
                "/a/./b",
                "/a/%2e%2E/b",
                "/a/.%2e/b",
                "/a/..;x=1/b",
                "/a%2fb",
                "/a%5Cb",
                "/a%00b",
                "/a%0d%0ab",
                "/a\\b",
                "/a\r\nX: 1",
                "/a\u0000",
                "/ä",
                "http://other.example.com/a",
                "https://other.example.com",
                "@other.example.com/a"
            })
    void aPathThatIsNoneFailsAtStartAndInAHeaderBeforeTheCall(String path) {
        DocprocEndpoint endpoint = service.context().getEndpoint("docproc:call", DocprocEndpoint.class);
        endpoint.stop();
        endpoint.getComponent()
                .getEndpointPropertyConfigurer()
                .configure(service.context(), endpoint, "servicePath", path, false);
        assertThatThrownBy(endpoint::start).hasStackTraceContaining("Option servicePath of docproc:call is '");

        assertThat(refused(DocprocConstants.SERVICE_PATH, path))
                .hasMessageContaining("begins with /")
                .message()
                .doesNotContainPattern("\\p{Cntrl}");
        service.assertNothingSent();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/a",
                "/a/",
                "/ai/service/v1/pdf_to_markdown",
                "/a%20b/%E5%8F%91",
                "/a.b/..c/~d;e=1,2/f@g:h!$&'()*+="
            })
    void aPathIsSentAsItIs(String path) {
        service.call("docproc:call", null, Map.of(DocprocConstants.SERVICE_PATH, path));

        assertThat(service.url()).isEqualTo(path);
    }

    @Test
    void aPathOf2000CharactersIsAllowed() {
        String path = "/a".repeat(1000);
        service.call("docproc:call", null, Map.of(DocprocConstants.SERVICE_PATH, path));
        assertThat(service.url()).isEqualTo(path);

        refused(DocprocConstants.SERVICE_PATH, "/a".repeat(100_000));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ServiceMethod|PUT|one of GET, POST",
                "ServiceMethod|multipart|one of GET, POST",
                "ServiceMethod|get|one of GET, POST",
                "Service|other|one of main, workflow",
                "Output|image|one of document, response, markdown, elements, pages, pageMarkdown, files, bytes"
            })
    void anUnknownValueFailsAtStartAndInAHeaderBeforeTheCall(String option, String value, String allowed) {
        String name = Character.toLowerCase(option.charAt(0)) + option.substring(1);
        assertThatThrownBy(() -> service.context()
                        .getEndpoint(TABLE + "&" + name + "=" + value)
                        .start())
                .hasStackTraceContaining(
                        "Option " + name + " of docproc:call is '" + value + "'; allowed is " + allowed);
        assertThat(refused("CamelDocproc" + option, value)).hasMessageContaining(allowed);
    }

    @Test
    void queryParametersAreEncoded() {
        assertThat(query(Map.of("a b&", "1+2=3 & ä/发?#%")))
                .isEqualTo("a%20b%26=1%2B2%3D3%20%26%20%C3%A4%2F%E5%8F%91%3F%23%25");
    }

    @Test
    void aListAnArrayAndARepeatedParameterAreSentSeveralTimes() {
        Map<String, Object> given = new LinkedHashMap<>();
        given.put("a", Arrays.asList(1, null, "x"));
        given.put("b", new String[] {"y", "z"});
        given.put("c", List.of());
        assertThat(query(given)).isEqualTo("a=1&a=x&b=y&b=z");

        service.server().resetRequests();
        service.call(TABLE + "&param.file_id=7&param.file_id=8", null);
        assertThat(service.url()).endsWith("?file_id=7&file_id=8");
    }

    @Test
    void aHeaderWithANullValueRemovesAParameterOfTheEndpoint() {
        Map<String, Object> given = new HashMap<>();
        given.put("page", null);
        given.put("size", 5);

        service.call(TABLE + "&param.page=2&param.size=3", null, Map.of(DocprocConstants.PARAM, given));

        assertThat(service.url()).isEqualTo("/ai/service/v2/table?size=5");
    }

    private String query(Map<String, Object> given) {
        service.call(TABLE, null, Map.of(DocprocConstants.PARAM, given));
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
                TABLE + "&param.b=" + "y".repeat(100), null, Map.of(DocprocConstants.PARAM, Map.of("a", value)));
        assertThat(together).hasMessageContaining("8103").hasMessageContaining("8000");
    }

    private DocprocException refused(String header, Object value) {
        DocprocException failure =
                service.failure(DocprocInvalidRequestException.class, TABLE, null, Map.of(header, value));
        assertThat(failure).hasMessageContaining("header " + header + " is '").hasMessageContaining("allowed is");
        assertThat(failure.getCode()).isEqualTo(40004);
        return failure;
    }

    @Test
    void aFormIsNotSentWithGet() {
        assertThat(service.refused(URI + "&multipart=true&serviceMethod=GET", Replies.DOCUMENT))
                .hasMessageContaining("multipart is true and serviceMethod is GET");
        assertThat(service.refused(
                        URI + "&multipart=true", Replies.DOCUMENT, Map.of(DocprocConstants.SERVICE_METHOD, "GET")))
                .hasMessageContaining("multipart is true and serviceMethod is GET");
    }
}
