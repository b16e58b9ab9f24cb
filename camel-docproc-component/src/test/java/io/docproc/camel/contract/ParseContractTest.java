/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.contract;

import static io.docproc.camel.testkit.ServiceDouble.withCredentials;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.docproc.camel.DocprocConstants;
import io.docproc.camel.error.DocprocAuthenticationException;
import io.docproc.camel.internal.body.Samples;
import io.docproc.camel.job.CallbackSigner;
import io.docproc.camel.job.MemoryJobRepository;
import io.docproc.camel.job.SubmittedJob;
import io.docproc.camel.model.ParseJob;
import io.docproc.camel.testkit.CallbackServer;
import io.docproc.camel.testkit.CoversFault;
import io.docproc.camel.testkit.RegisteredCallback;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.ServiceDouble;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests and results of {@code parseSync}, {@code parseAsync} and {@code parseStatus}. */
class ParseContractTest {
    private static final byte[] PDF = Samples.pdf();
    private static final String PDF_TEXT = new String(PDF, StandardCharsets.UTF_8);
    private static final String PATH = "/api/v1/xparse/parse/async";
    private static final Pattern EXPIRES = Pattern.compile("expires=(\\d+)");

    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    @BeforeEach
    void acceptDocuments() {
        service.respondWith("{\"code\":200,\"data\":{\"job_id\":\"job-1\",\"eta\":5}}");
    }

    private String boundary() {
        String contentType = service.onlyHeaders().get("content-type");
        return contentType.substring(contentType.indexOf('=') + 1);
    }

    private void assertForm(String... parts) {
        StringBuilder expected = new StringBuilder();
        for (String part : parts) {
            expected.append("--").append(boundary()).append("\r\n").append(part).append("\r\n");
        }
        expected.append("--").append(boundary()).append("--\r\n");
        assertThat(new String(service.onlyRequest().getBody(), StandardCharsets.UTF_8))
                .isEqualTo(expected.toString());
    }

    private static String file(String fileName) {
        return "Content-Disposition: form-data; name=\"file\"; filename=\"" + fileName
                + "\"\r\nContent-Type: application/pdf\r\n\r\n" + PDF_TEXT;
    }

    @Test
    void withoutOptionsOnlyTheFileIsSent() {
        service.call("docproc:parseSync", PDF);

        service.assertRequest("POST", "/api/v1/xparse/parse/sync");
        assertForm(file("document"));
        assertThat(service.onlyHeaders())
                .isEqualTo(withCredentials(
                        "content-type",
                        "multipart/form-data; boundary=" + boundary(),
                        "content-length",
                        "" + service.onlyRequest().getBody().length));
    }

    private static Stream<Arguments> fileNames() {
        return Stream.of(
                arguments("发票 七.pdf", "发票 七.pdf"),
                arguments("a\"b\".pdf", "a_b_.pdf"),
                arguments("../../etc/passwd.pdf", "passwd.pdf"),
                arguments("C:\\temp\\a.pdf", "a.pdf"),
                arguments("%22a.pdf", "%22a.pdf"),
                arguments("O'Brien; 100%.pdf", "O'Brien; 100%.pdf"),
                arguments("a\0b\tc\u007Fd\u0085e\u2028f.pdf", "abcdef.pdf"),
                arguments("\u202Efdp.\u2066exe\u200F", "fdp.exe"),
                arguments("a\uD83Db\uD83D\uDE00.pdf", "ab\uD83D\uDE00.pdf"),
                arguments("发".repeat(300) + ".pdf", "发".repeat(83) + ".pdf"),
                arguments("a.pdf\"\r\nX-Evil: 1\r\n\r\n--boundary\r\n.pdf", "a.pdf_X-Evil: 1--boundary.pdf"),
                arguments("n".repeat(300) + ".pdf", "n".repeat(251) + ".pdf"));
    }

    @ParameterizedTest
    @MethodSource("fileNames")
    @CoversFault(20)
    void aFileNameIsSentAsUtf8WithoutPathQuotesAndLineBreaks(String name, String expected) {
        for (String header : List.of(Exchange.FILE_NAME, DocprocConstants.FILE_NAME)) {
            service.server().resetRequests();

            service.call("docproc:parseSync", PDF, Map.of(header, name));

            assertForm(file(expected));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3_999, 4_000, 8_000, 100_000, 1_000_000})
    void aDocumentOfAnySizeIsExtractedExactly(int characters) {
        String data = "{ \"markdown\" : \"" + "标é😀x".repeat(characters / 5 + 1) + "\", \"elements\":[{\"data\":{}}] }";
        String response = "{\"message\":\"成功 " + "好".repeat(characters % 4_000) + "\",\"data\" :  " + data
                + " , \"code\":200,\"pages\":[{\"data\":1}]}";
        service.respondWith(response);

        assertThat(service.call("docproc:parseSync", PDF).getBody(String.class)).isEqualTo(data);
        assertThat(service.call("docproc:parseSync?output=response", PDF).getBody(String.class))
                .isEqualTo(response);
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
