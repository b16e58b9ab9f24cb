/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.docproc.camel.error.DocprocAuthenticationException;
import io.docproc.camel.job.CallbackSigner;
import io.docproc.camel.job.MemoryJobRepository;
import io.docproc.camel.job.SubmittedJob;
import io.docproc.camel.model.ParseJob;
import io.docproc.camel.testkit.CallbackServer;
import io.docproc.camel.testkit.RegisteredCallback;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.ServiceDouble;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.camel.Message;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Requests and results of {@code parseAsync} and {@code parseStatus}. */
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

    private URI callbackUrl() {
        return RegisteredCallback.in(service.requestBody());
    }

    private static String correlationId(URI callbackUrl) {
        return new CallbackSigner(CallbackServer.SECRET, Clock.systemUTC())
                .verify(callbackUrl.getRawQuery())
                .orElseThrow();
    }

    @Test
    void theBodyIsTheJob() {
        Message response = service.call("docproc:parseAsync", Replies.DOCUMENT, Map.of("CamelFileName", "in/a.pdf"));

        assertThat(response.getBody()).isEqualTo(new ParseJob("job-1", null, null, null, null, Map.of("eta", 5)));
        assertThat(response.getHeader("CamelDocprocCorrelationId")).isEqualTo("in/a.pdf");
    }

    static Stream<Object> jobs() {
        return Stream.of(" job-1\n", new ParseJob("job-1", null, null, null, null, Map.of()));
    }

    @ParameterizedTest
    @MethodSource("jobs")
    void theStatusIsThatOfTheJobInTheBody(Object job) {
        service.respondWith("{\"code\":200,\"data\":{\"job_id\":\"job-1\",\"file_id\":\"f-1\","
                + "\"status\":\"completed\",\"result_url\":\"https://r.example.com\"}}");

        Message response = service.call("docproc:parseStatus", job);

        service.assertRequest("GET", PATH + "/job-1");
        assertThat(service.onlyHeaders()).isEqualTo(ServiceDouble.withCredentials());
        assertThat(response.getBody())
                .isEqualTo(new ParseJob("job-1", "f-1", "completed", "https://r.example.com", null, Map.of()));
        assertThat(response.getHeader("CamelDocprocResultUrl")).isEqualTo("https://r.example.com");
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
    void aCorrelationIdHasAtMost512Characters() {
        String option = "docproc:parseAsync?correlationId=";
        service.call(option + "a".repeat(512), Replies.DOCUMENT);
        service.server().resetRequests();
        Exception refusal =
                service.send(option + "a".repeat(513), Replies.DOCUMENT).getException();
        assertThat(refusal).hasMessageContaining("has 513 characters; at most 512 are allowed");
        service.assertNothingSent();

        Message response =
                service.call("docproc:parseAsync", Replies.DOCUMENT, Map.of("CamelFileName", "a".repeat(513) + ".pdf"));
        assertThat(response.getHeader("CamelDocprocCorrelationId", String.class))
                .startsWith(response.getExchange().getExchangeId());
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
    @CsvSource(
            delimiter = '|',
            value = {
                "publicUrl=https://hooks.example.com | callbackSecret",
                "publicUrl=ftp://hooks.example.com&callbackSecret=0123456789abcdef | publicUrl",
                "publicUrl=hooks.example.com&callbackSecret=0123456789abcdef | publicUrl",
                "path=parsed | path",
                "path=/a/../b | path",
                "path=/a?b | path"
            })
    void invalidCallbackSettingsAreRejectedAtStart(String options, String reason) {
        assertThatThrownBy(() -> service.context().getEndpoint("docproc:parseAsync?" + options))
                .rootCause()
                .hasMessageContaining(reason);
    }

    @Test
    void aCallbackTtlOfZeroIsRejectedAtStart() {
        service.component().getConfiguration().setCallbackTtl(0);

        assertThatThrownBy(() -> service.context().getEndpoint("docproc:parseAsync"))
                .rootCause()
                .hasMessageContaining("Option callbackTtl is 0 ms");
    }
}
