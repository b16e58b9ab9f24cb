/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.docproc.camel.DocprocConstants;
import io.docproc.camel.error.DocprocException;
import io.docproc.camel.result.FileResultRepository;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.ServiceDouble;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** With {@code storeResult=true}, the result of a {@code call} is stored in the result repository. */
@Timeout(60)
class CallStoredResultTest {
    private static final String URI = "docproc:call?servicePath=/a&param.x=1";
    private static final String STORE = URI + "&storeResult=true";
    private static final String RESULT = "{\"code\":200,\"message\":\"success\",\"result\":{\"markdown\":\"# A\"}}";

    @TempDir
    Path directory;

    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    @BeforeEach
    void storeResults() {
        Replies.configure(service, docproc -> {
            docproc.setResultRepository(new FileResultRepository(directory));
            docproc.getConfiguration().setWorkflowUrl(service.server().baseUrl() + "/workflow");
        });
        service.respondWith(RESULT);
    }

    private void assertCalls(int calls) {
        assertThat(service.server().getAllServeEvents()).hasSize(calls);
    }

    @ParameterizedTest
    @ValueSource(strings = {"document", "response", "markdown", "bytes"})
    void aStoredResultEqualsTheBilledOne(String output) {
        Message billed = service.call(STORE + "&output=" + output, Replies.DOCUMENT);
        Message stored = service.call(STORE + "&output=" + output, Replies.DOCUMENT);

        assertCalls(1);
        assertThat(billed.getHeaders()).containsEntry(DocprocConstants.BILLED, true);
        assertThat(stored.getHeaders())
                .containsEntry(DocprocConstants.BILLED, false)
                .containsEntry(DocprocConstants.CODE, 200);
        assertThat(stored.getBody(String.class)).isEqualTo(billed.getBody(String.class));
    }

    /** Bodies, each of which makes a call of its own. */
    static List<Object> bodies() {
        return List.of(
                Replies.DOCUMENT,
                "{\"a\":1}".getBytes(StandardCharsets.UTF_8),
                "{\"a\":1}",
                Map.of("a", 2),
                List.of(1),
                form("x.pdf", Replies.DOCUMENT),
                form("y.pdf", Replies.DOCUMENT),
                form("y.pdf", "y".getBytes(StandardCharsets.UTF_8)),
                form("y.pdf", new ByteArrayInputStream("z".getBytes(StandardCharsets.UTF_8))));
    }

    private static Object form(String text, Object document) {
        return Map.of("config", Map.of("a", 1), "text", text, "file", document);
    }

    @ParameterizedTest
    @MethodSource("bodies")
    void eachKindOfBodyIsStoredForItself(Object body) {
        boolean isForm = body instanceof Map<?, ?> parts && parts.size() > 1;
        String uri = isForm ? STORE + "&multipart=true" : STORE;
        service.call(STORE + "&serviceMethod=POST", null);
        Object again = isForm && ((Map<?, ?>) body).get("file") instanceof ByteArrayInputStream
                ? form("y.pdf", "z".getBytes(StandardCharsets.UTF_8))
                : body;

        service.call(uri, body);
        String sent = service.server().getAllServeEvents().get(0).getRequest().getBodyAsString();
        Message stored = service.call(uri, again);

        assertCalls(2);
        assertThat(sent).isNotEmpty();
        assertThat(stored.getHeaders()).containsEntry(DocprocConstants.BILLED, false);
    }

    @Test
    void differentRequestsAreDifferentCalls() {
        bodies().forEach(body -> service.call(
                body instanceof Map<?, ?> parts && parts.size() > 1 ? STORE + "&multipart=true" : STORE, body));
        service.call(STORE + "&param.y=1", Replies.DOCUMENT);
        service.call(STORE + "&service=workflow", Replies.DOCUMENT);
        service.call(STORE + "&multipart=true", Replies.DOCUMENT);
        service.call(STORE + "&multipart=true&fileName=a.pdf", Replies.DOCUMENT);
        service.call(STORE, null);
        service.call(STORE + "&serviceMethod=POST", null);
        service.call(STORE.replace("/a", "/b"), Replies.DOCUMENT);

        assertCalls(bodies().size() + 7);
    }

    @Test
    void nothingIsStoredUnlessTheRouteRequestsIt() {
        service.call(URI, Replies.DOCUMENT);
        Message second = service.call(URI, Replies.DOCUMENT);
        service.call(URI, Replies.DOCUMENT, Map.of(DocprocConstants.STORE_RESULT, true));
        service.call(URI, Replies.DOCUMENT, Map.of(DocprocConstants.STORE_RESULT, true));

        assertCalls(3);
        assertThat(second.getHeaders()).containsEntry(DocprocConstants.BILLED, true);
    }

    @Test
    void theResultForADocumentAtAUrlIsNotStored() {
        service.call(STORE + "&fileUrl=https://example.com/a.pdf", null);
        service.call(STORE + "&fileUrl=https://example.com/a.pdf", null);

        assertCalls(2);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"code\":30203,\"message\":\"upstream\"}",
                "{\"code\":404,\"message\":\"no file\"}",
                "{\"code\":50207,\"message\":\"page 2\",\"result\":{\"pages\":[1]}}"
            })
    void anErrorIsNotStored(String error) {
        for (String output : List.of("bytes", "response")) {
            service.respondWith(error);
            service.send(STORE + "&partialFailure=accept&output=" + output, Replies.DOCUMENT);
        }
        service.respondWith(RESULT);

        assertThat(service.call(STORE + "&outageTimeout=1m", Replies.DOCUMENT).getHeaders())
                .containsEntry(DocprocConstants.BILLED, true);
    }

    @Test
    void aRepositoryIsRequired() {
        Replies.configure(service, docproc -> docproc.setResultRepository(null));

        Exchange refused = service.send(URI, Replies.DOCUMENT, Map.of(DocprocConstants.STORE_RESULT, true));

        assertThat(refused.getException())
                .isInstanceOf(DocprocException.class)
                .hasMessageContaining(
                        "header CamelDocprocStoreResult is true, but the component has no resultRepository");
        assertThatThrownBy(() -> service.context().getEndpoint(STORE).init())
                .hasStackTraceContaining("Option storeResult of docproc:call is true, but the component has no");
        service.assertNothingSent();
    }
}
