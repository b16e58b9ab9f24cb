/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.docproc.camel.DocprocConstants;
import io.docproc.camel.DocprocEndpoint;
import io.docproc.camel.error.DocprocException;
import io.docproc.camel.error.DocprocInvalidRequestException;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.ServiceDouble;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Path, method and query of a {@code call}. */
class CallTargetTest {
    private static final String URI = "docproc:call?servicePath=/ai/service/v2/table";

    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    @BeforeEach
    void respond() {
        service.respondWith("{\"code\":200,\"message\":\"success\"}");
    }

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
                        .getEndpoint(URI + "&" + name + "=" + value)
                        .start())
                .hasStackTraceContaining(
                        "Option " + name + " of docproc:call is '" + value + "'; allowed is " + allowed);
        assertThat(refused("CamelDocproc" + option, value)).hasMessageContaining(allowed);
    }

    @Test
    void aFormIsNotSentWithGet() {
        assertThat(service.refused(URI + "&multipart=true&serviceMethod=GET", Replies.DOCUMENT))
                .hasMessageContaining("multipart is true and serviceMethod is GET");
        assertThat(service.refused(
                        URI + "&multipart=true", Replies.DOCUMENT, Map.of(DocprocConstants.SERVICE_METHOD, "GET")))
                .hasMessageContaining("multipart is true and serviceMethod is GET");
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
        service.call(URI + "&param.file_id=7&param.file_id=8", null);
        assertThat(service.url()).endsWith("?file_id=7&file_id=8");
    }

    @Test
    void aHeaderWithANullValueRemovesAParameterOfTheEndpoint() {
        Map<String, Object> given = new HashMap<>();
        given.put("page", null);
        given.put("size", 5);

        service.call(URI + "&param.page=2&param.size=3", null, Map.of(DocprocConstants.PARAM, given));

        assertThat(service.url()).isEqualTo("/ai/service/v2/table?size=5");
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
