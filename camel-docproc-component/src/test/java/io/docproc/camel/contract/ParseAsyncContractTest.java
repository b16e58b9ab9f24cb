/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.docproc.camel.DocprocConstants;
import io.docproc.camel.error.DocprocAuthenticationException;
import io.docproc.camel.error.DocprocInvalidResponseException;
import io.docproc.camel.job.CallbackSigner;
import io.docproc.camel.job.MemoryJobRepository;
import io.docproc.camel.job.SubmittedJob;
import io.docproc.camel.model.ParseJob;
import io.docproc.camel.testkit.CallbackServer;
import io.docproc.camel.testkit.RegisteredCallback;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.ServiceDouble;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.camel.Message;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests and results of {@code parseAsync}. */
class ParseAsyncContractTest {
    private static final String PATH = "/api/v1/xparse/parse/async";
    private static final String RESPONSE =
            "{\"code\":200,\"message\":\"success\",\"x_request_id\":\"r-1\",\"data\":{\"job_id\":\"job-1\",\"eta\":5}}";
    private static final Pattern EXPIRES = Pattern.compile("expires=(\\d+)");

    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    @BeforeEach
    void acceptJobs() {
        service.respondWith(RESPONSE);
    }

    private void signCallbacks() {
        service.component().getConfiguration().setPublicUrl("https://hooks.example.com/app/");
        service.component().getConfiguration().setCallbackSecret(CallbackServer.SECRET);
    }

    private String form() {
        return new String(service.onlyRequest().getBody(), StandardCharsets.UTF_8);
    }

    private void assertForm(String... parts) {
        String contentType = service.onlyHeaders().get("content-type");
        assertThat(contentType).startsWith("multipart/form-data; boundary=");
        String boundary = contentType.substring(contentType.indexOf('=') + 1);
        StringBuilder expected = new StringBuilder();
        for (String part : parts) {
            expected.append("--").append(boundary).append("\r\n").append(part).append("\r\n");
        }
        assertThat(form())
                .isEqualTo(
                        expected.append("--").append(boundary).append("--\r\n").toString());
    }

    private static String file(String name) {
        return "Content-Disposition: form-data; name=\"file\"; filename=\"" + name
                + "\"\r\nContent-Type: application/pdf\r\n\r\n"
                + new String(Replies.DOCUMENT, StandardCharsets.UTF_8);
    }

    private static String text(String name, String value) {
        return "Content-Disposition: form-data; name=\"" + name
                + "\"\r\nContent-Type: text/plain; charset=UTF-8\r\n\r\n" + value;
    }

    private URI callbackUrl() {
        return RegisteredCallback.in(form());
    }

    private static String correlationId(URI callbackUrl) {
        return new CallbackSigner(CallbackServer.SECRET, Clock.systemUTC())
                .verify(callbackUrl.getRawQuery())
                .orElseThrow();
    }

    @Test
    void withoutOptionsOnlyTheFileIsSentAndTheBodyIsTheJob() {
        Message response = service.call("docproc:parseAsync", Replies.DOCUMENT, Map.of("CamelFileName", "in/a.pdf"));

        service.assertRequest("POST", PATH);
        assertForm(file("a.pdf"));
        assertThat(response.getBody()).isEqualTo(new ParseJob("job-1", null, null, null, null, Map.of("eta", 5)));
        assertThat(response.getHeader("CamelDocprocJobId")).isEqualTo("job-1");
        assertThat(response.getHeader("CamelDocprocCorrelationId")).isEqualTo("in/a.pdf");
        assertThat(response.getHeader("CamelDocprocRequestId")).isEqualTo("r-1");
        assertThat(response.getBody(String.class)).isEqualTo("{\"job_id\":\"job-1\",\"eta\":5}");
    }

    @Test
    void fileUrlConfigAndWebhookAreSentAsParts() {
        service.call(
                "docproc:parseAsync?fileUrl=https://files.example.com/1.pdf&titleTree=true&pageRange=1-3"
                        + "&webhook=https://hooks.example.com/mine",
                "ignored");

        assertForm(
                text("file_url", "https://files.example.com/1.pdf"),
                "Content-Disposition: form-data; name=\"config\"\r\nContent-Type: application/json\r\n\r\n"
                        + "{\"capabilities\":{\"title_tree\":true},\"scope\":{\"page_range\":\"1-3\"}}",
                text("webhook", "https://hooks.example.com/mine"));
    }

    @Test
    void theCallbackUrlIsSignedAndExpiresAfterCallbackTtl() {
        signCallbacks();
        service.component()
                .getConfiguration()
                .setCallbackTtl(Duration.ofHours(2).toMillis());
        Instant before = Instant.now();

        service.call("docproc:parseAsync?path=/parsed", Replies.DOCUMENT, Map.of("CamelFileName", "März & 1.pdf"));

        URI callbackUrl = callbackUrl();
        assertThat(callbackUrl.toString()).startsWith("https://hooks.example.com/app/parsed?");
        assertThat(correlationId(callbackUrl)).isEqualTo("März & 1.pdf");
        Matcher expires = EXPIRES.matcher(callbackUrl.getRawQuery());
        assertThat(expires.find()).isTrue();
        assertThat(Instant.ofEpochSecond(Long.parseLong(expires.group(1))))
                .isBetween(before.plusSeconds(7_199), Instant.now().plusSeconds(7_200));
    }

    @Test
    void anExplicitWebhookOverridesTheSignedCallbackUrl() {
        signCallbacks();

        service.call(
                "docproc:parseAsync?webhook=https://hooks.example.com/option",
                Replies.DOCUMENT,
                Map.of("CamelDocprocWebhook", "https://hooks.example.com/header"));

        assertThat(callbackUrl()).isEqualTo(URI.create("https://hooks.example.com/header"));
    }

    @Test
    void theCorrelationIdIsAnOptionAndNoHeader() {
        signCallbacks();

        Message response = service.call(
                "docproc:parseAsync?correlationId=option",
                Replies.DOCUMENT,
                Map.of("CamelDocprocCorrelationId", "of an earlier call", "CamelFileName", "a.pdf"));

        assertThat(correlationId(callbackUrl())).isEqualTo("option");
        assertThat(response.getHeader("CamelDocprocCorrelationId")).isEqualTo("option");
    }

    @Test
    void aFileNameThatIsTooLongForACorrelationIdIsNotUsedAsOne() {
        Message response =
                service.call("docproc:parseAsync", Replies.DOCUMENT, Map.of("CamelFileName", "a".repeat(513) + ".pdf"));

        assertThat(response.getHeader("CamelDocprocCorrelationId", String.class))
                .startsWith(response.getExchange().getExchangeId());
    }

    @Test
    void aCorrelationIdAbove512CharactersIsRefusedBeforeTheJobIsBilled() {
        service.call("docproc:parseAsync?correlationId=" + "a".repeat(512), Replies.DOCUMENT);
        Exception refusal = service.send("docproc:parseAsync?correlationId=" + "a".repeat(513), Replies.DOCUMENT)
                .getException();

        assertThat(refusal).hasMessageContaining("has 513 characters; at most 512 are allowed");
        assertThat(service.server().getAllServeEvents()).hasSize(1);
    }

    @Test
    void aSubmittedJobIsStored() {
        MemoryJobRepository jobRepository = new MemoryJobRepository();
        service.component().setJobRepository(jobRepository);

        service.call("docproc:parseAsync?path=/parsed&correlationId=a", Replies.DOCUMENT);

        assertThat(jobRepository.overdue("/parsed", Instant.MAX, Instant.now(), 10))
                .extracting(SubmittedJob::jobId, SubmittedJob::correlationId, SubmittedJob::pollCount)
                .containsExactly(tuple("job-1", "a", 0));

        service.call("docproc:parseAsync?webhook=https://hooks.example.com/mine", Replies.DOCUMENT);
        service.respondWith("{\"code\":40102,\"message\":\"wrong\"}");
        service.failure(DocprocAuthenticationException.class, "docproc:parseAsync", Replies.DOCUMENT);
        assertThat(jobRepository.size())
                .as("a job with its own webhook and a rejected one are not stored")
                .isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"code\":200,\"message\":\"success\"}",
                "{\"code\":200,\"data\":{}}",
                "{\"code\":200,\"data\":{\"job_id\":\" \"}}"
            })
    void aResponseWithoutJobIdIsAnInvalidResponse(String response) {
        service.respondWith(response);

        assertThat(service.failure(DocprocInvalidResponseException.class, "docproc:parseAsync", Replies.DOCUMENT))
                .hasMessageContaining("job_id");
    }

    @Test
    void aPublicUrlWithoutSecretIsRejectedAtStart() {
        service.component().getConfiguration().setPublicUrl("https://hooks.example.com");

        assertThatThrownBy(() -> service.context().getEndpoint("docproc:parseAsync"))
                .rootCause()
                .hasMessageContaining("publicUrl")
                .hasMessageContaining("callbackSecret");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "publicUrl=ftp://hooks.example.com",
                "publicUrl=hooks.example.com",
                "path=parsed",
                "path=/a/../b",
                "path=/a?b"
            })
    void invalidCallbackSettingsAreRejectedAtStart(String option) {
        signCallbacks();

        assertThatThrownBy(() -> service.context().getEndpoint("docproc:parseAsync?" + option))
                .rootCause()
                .hasMessageContaining(option.substring(0, option.indexOf('=')));
    }

    @Test
    void aCallbackTtlOfZeroIsRejectedAtStart() {
        service.component().getConfiguration().setCallbackTtl(0);

        assertThatThrownBy(() -> service.context().getEndpoint("docproc:parseAsync"))
                .rootCause()
                .hasMessageContaining("Option callbackTtl is 0 ms");
    }

    @Test
    void anUnexpectedStatusDoesNotLoseTheIdOfABilledJob() {
        service.respondWith("{\"code\":200,\"data\":{\"job_id\":\"j-8\",\"status\":{\"odd\":1}}}");

        assertThat(service.call("docproc:parseAsync", Replies.DOCUMENT).getHeader(DocprocConstants.JOB_ID))
                .isEqualTo("j-8");
    }
}
