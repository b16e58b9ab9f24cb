/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.tomakehurst.wiremock.http.Request;
import io.docproc.camel.DocprocConstants;
import io.docproc.camel.error.DocprocInvalidRequestException;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.ServiceDouble;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.apache.camel.ResolveEndpointFailedException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Options {@code formPart.*} of the parse calls. */
class FormPartTest {
    private static final String EXPORTS = "[{\"format\":\"docx\"}]";

    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    @BeforeEach
    void respond() {
        service.respondWith(Replies.PARSE);
    }

    private Request sent(String uri, Map<String, Object> parts) {
        service.call(uri, Replies.DOCUMENT, Map.of(DocprocConstants.FORM_PART, parts));
        return service.onlyRequest();
    }

    private static String contentType(Request request, String part) {
        return request.getPart(part).getHeader("Content-Type").firstValue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"parseSync", "parseAsync?webhook=https://hooks.example.com"})
    void jsonTextIsAPartOfJson(String operation) {
        String separator = operation.contains("?") ? "&" : "?";
        Request request = sent("docproc:" + operation + separator + "formPart.exports=" + EXPORTS, Map.of());

        assertThat(request.getPart("exports").getBody().asString()).isEqualTo(EXPORTS);
        assertThat(contentType(request, "exports")).isEqualTo("application/json");
        assertThat(request.getPart("file").getBody().asBytes()).isEqualTo(Replies.DOCUMENT);
    }

    @Test
    void mapsAndListsAreJsonAndOtherValuesArePlainText() {
        Request request = sent(
                "docproc:parseSync?formPart.endpoint=3",
                Map.of("list", List.of(Map.of("a", 1.50)), "map", Map.of("b", true), "flag", true, "text", "größe"));

        assertThat(request.getPart("list").getBody().asString()).isEqualTo("[{\"a\":1.5}]");
        assertThat(request.getPart("map").getBody().asString()).isEqualTo("{\"b\":true}");
        assertThat(request.getPart("flag").getBody().asString()).isEqualTo("true");
        assertThat(request.getPart("text").getBody().asString()).isEqualTo("größe");
        assertThat(request.getPart("endpoint").getBody().asString()).isEqualTo("3");
        assertThat(contentType(request, "list")).isEqualTo("application/json");
        assertThat(contentType(request, "map")).isEqualTo("application/json");
        assertThat(List.of(contentType(request, "flag"), contentType(request, "endpoint")))
                .containsOnly("text/plain; charset=UTF-8");
    }

    @Test
    void aMessageReplacesAndRemovesThePartsOfTheEndpoint() {
        String uri = "docproc:parseSync?formPart.a=1&formPart.b=1";

        assertThat(sent(uri, Map.of("a", 2)).getPart("a").getBody().asString()).isEqualTo("2");
        service.server().resetRequests();
        assertThat(sent(uri, Collections.singletonMap("a", null)).getParts())
                .extracting(Request.Part::getName)
                .containsExactlyInAnyOrder("file", "b");
    }

    @ParameterizedTest
    @ValueSource(strings = {"file", "file_url", "config", "webhook"})
    void thePartsOfTheComponentCannotBeReplaced(String name) {
        assertThatThrownBy(() -> service.context().getEndpoint("docproc:parseSync?formPart." + name + "=1"))
                .isInstanceOf(ResolveEndpointFailedException.class)
                .hasMessageContaining("Option formPart of docproc:parseSync")
                .hasMessageContaining("other than file, file_url, config and webhook");
        assertRefused(Map.of(name, "1"));
    }

    @Test
    void namesAndValuesThatCannotBeSentAreRejectedBeforeTheCall() {
        assertRefused(Map.of("a\"; filename=\"x", "1"));
        assertRefused(Map.of("a\r\nX-Other: 1", "1"));
        assertRefused(Map.of(" ", "1"));
        assertRefused(Map.of("a", new Object()));
        assertRefused(Map.of("a", new byte[] {1}));
    }

    @Test
    void aListThatCannotBeWrittenAsJsonIsRejectedByName() {
        assertThat(service.failure(
                        DocprocInvalidRequestException.class,
                        "docproc:parseSync",
                        Replies.DOCUMENT,
                        Map.of(DocprocConstants.FORM_PART, Map.of("exports", List.of(new Object())))))
                .hasMessageContaining("formPart.exports cannot be written as JSON");
        service.assertNothingSent();
    }

    private void assertRefused(Map<String, Object> parts) {
        assertThat(service.failure(
                        DocprocInvalidRequestException.class,
                        "docproc:parseSync",
                        Replies.DOCUMENT,
                        Map.of(DocprocConstants.FORM_PART, parts)))
                .hasMessageContaining("header CamelDocprocFormPart is")
                .hasMessageContaining("allowed is");
        service.assertNothingSent();
    }
}
