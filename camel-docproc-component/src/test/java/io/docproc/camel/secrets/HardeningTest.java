/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.secrets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.tomakehurst.wiremock.client.WireMock;
import io.docproc.camel.DocprocConstants;
import io.docproc.camel.DocprocEndpoint;
import io.docproc.camel.error.DocprocException;
import io.docproc.camel.error.DocprocInvalidRequestException;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.ServiceDouble;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.apache.camel.Message;
import org.apache.camel.support.DefaultHeaderFilterStrategy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Inputs that could bypass a check, reveal a secret or lose a billed result. */
class HardeningTest {
    private static final byte[] PDF = "%PDF-1.4".getBytes(StandardCharsets.UTF_8);

    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    @Test
    void anHttpClientThatCouldFollowRedirectsIsRejected() {
        for (String name : new String[] {"httpClient", "http-client"}) {
            service.component().getConfiguration().setHttpOptions(Map.of(name, "#mine"));
            assertThatThrownBy(() -> service.send("docproc:balance", null))
                    .hasStackTraceContaining("Option http.httpClient is not allowed");
        }
    }

    @Test
    void redirectsCannotBeEnabledByAnotherSpelling() {
        service.component().getConfiguration().setHttpOptions(Map.of("follow-redirects", "true"));
        assertThatThrownBy(() -> service.send("docproc:balance", null))
                .hasStackTraceContaining("Option http.followRedirects is not allowed");
    }

    @Test
    void aPasswordUnderAnUnknownKeyIsRejected() {
        for (String uri : new String[] {
            "docproc:extract?schema={}&param.parse_options.pdf_pwd=geheim-77",
            "docproc:parseSync?param.document.password=geheim-77"
        }) {
            assertThatThrownBy(() -> service.send(uri, PDF)).hasStackTraceContaining("use the option pdfPassword");
        }
    }

    @Test
    void aPasswordInTheConfigHeaderIsMaskedInExceptions() {
        service.respondWith("{\"code\":40004,\"message\":\"password pw-in-config is wrong\"}");
        DocprocException failure = Replies.failure(service.send(
                "docproc:parseSync",
                PDF,
                Map.of(DocprocConstants.CONFIG, "{\"document\":{\"password\":\"pw-in-config\"}}")));

        assertThat(failure).hasMessageContaining("password xxxxxx is wrong").hasMessageNotContaining("pw-in-config");
    }

    @Test
    void aPasswordInTheHeaderOfParamIsMaskedInExceptions() {
        service.respondWith("{\"code\":40423,\"message\":\"password pw-in-key is wrong\"}");
        DocprocException failure = Replies.failure(service.send(
                "docproc:extract?schema=RAW({\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"string\"}}})",
                PDF,
                Map.of(DocprocConstants.PARAM, Map.of("parse_options.pdf_pwd", "pw-in-key"))));

        assertThat(failure).hasMessageContaining("password xxxxxx is wrong").hasMessageNotContaining("pw-in-key");
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
    void httpHeadersOfAnErrorResponseAreNotPropagated() {
        service.context().getRegistry().bind("all", new DefaultHeaderFilterStrategy());
        service.server()
                .stubFor(WireMock.any(WireMock.anyUrl())
                        .willReturn(WireMock.aResponse()
                                .withHeader("X-Trace", "of-the-failure")
                                .withBody("{\"code\":500,\"msg\":\"down\"}")));
        Message message =
                service.send("docproc:balance?headerFilterStrategy=#all", null).getMessage();

        assertThat(message.getHeader("X-Trace")).isNull();
    }

    @Test
    void aJobIdIsReadFromAStream() {
        service.respondWith("{\"code\":200,\"data\":{\"job_id\":\"j-7\",\"status\":\"pending\"}}");
        service.call("docproc:parseStatus", new ByteArrayInputStream("j-7\n".getBytes(StandardCharsets.UTF_8)));

        assertThat(service.onlyRequest().getUrl()).endsWith("/parse/async/j-7");
    }

    @Test
    void anUnexpectedStatusDoesNotLoseTheIdOfABilledJob() {
        service.respondWith("{\"code\":200,\"data\":{\"job_id\":\"j-8\",\"status\":{\"odd\":1}}}");

        assertThat(service.call("docproc:parseAsync", PDF).getHeader(DocprocConstants.JOB_ID))
                .isEqualTo("j-8");
    }
}
