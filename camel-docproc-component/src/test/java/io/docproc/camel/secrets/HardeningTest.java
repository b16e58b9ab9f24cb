/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.secrets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.docproc.camel.DocprocConstants;
import io.docproc.camel.DocprocEndpoint;
import io.docproc.camel.error.DocprocException;
import io.docproc.camel.error.DocprocInvalidRequestException;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.ServiceDouble;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Inputs that could bypass a check, reveal a secret or lose a billed result. */
class HardeningTest {
    private static final byte[] PDF = "%PDF-1.4".getBytes(StandardCharsets.UTF_8);

    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    @ParameterizedTest
    @CsvSource({"httpClient,httpClient", "http-client,httpClient", "follow-redirects,followRedirects"})
    void anHttpOptionThatCouldFollowRedirectsIsRejected(String name, String option) {
        service.component().getConfiguration().setHttpOptions(Map.of(name, "true"));

        assertThatThrownBy(() -> service.send("docproc:balance", null))
                .hasStackTraceContaining("Option http." + option + " is not allowed");
    }

    @Test
    void aSecretWithABracketIsMaskedInTheEndpointUri() {
        DocprocEndpoint endpoint = service.context()
                .getEndpoint("docproc:balance?secretCode=RAW(first)second-half)", DocprocEndpoint.class);

        assertThat(endpoint.getConfiguration().getSecretCode()).isEqualTo("first)second-half");
        assertThat(endpoint.getEndpointUri()).doesNotContain("second-half");
        assertThat(endpoint.toString()).doesNotContain("second-half");
    }

    @Test
    void aBaseUrlWithAnUpperCaseSchemeIsAccepted() {
        service.respondWith("{\"code\":200,\"data\":{\"balance\":1}}");
        String upperCase = service.server().baseUrl().replace("http:", "HTTP:");

        assertThat(service.send("docproc:balance?baseUrl=" + upperCase, null).getException())
                .isNull();
    }

    @Test
    void aLongHeaderValueIsTruncatedInTheMessage() {
        DocprocException failure = service.failure(
                DocprocInvalidRequestException.class,
                "docproc:crop",
                PDF,
                Map.of("CamelDocprocOutput", "x".repeat(1_000_000)));

        assertThat(failure.getMessage().length()).isLessThan(1_000);
    }

    @Test
    void anUnexpectedStatusDoesNotLoseTheIdOfABilledJob() {
        service.respondWith("{\"code\":200,\"data\":{\"job_id\":\"j-8\",\"status\":{\"odd\":1}}}");

        assertThat(service.call("docproc:parseAsync", PDF).getHeader(DocprocConstants.JOB_ID))
                .isEqualTo("j-8");
    }

    private static Stream<Arguments> passwords() {
        return Stream.of(
                arguments("docproc:parseSync", DocprocConstants.CONFIG, "{\"document\":{\"password\":\"hidden-pw\"}}"),
                arguments(
                        "docproc:extract?schema=RAW({\"properties\":{\"a\":{}}})",
                        DocprocConstants.PARAM,
                        Map.of("parse_options.pdf_pwd", "hidden-pw")));
    }

    @ParameterizedTest
    @MethodSource("passwords")
    void aPasswordInAHeaderIsMaskedInExceptions(String uri, String header, Object value) {
        service.respondWith("{\"code\":40423,\"message\":\"password hidden-pw is wrong\"}");

        assertThat(Replies.failure(service.send(uri, PDF, Map.of(header, value))))
                .hasMessageContaining("password xxxxxx is wrong")
                .hasMessageNotContaining("hidden-pw");
    }
}
