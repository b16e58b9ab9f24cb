/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test;

import static io.docproc.test.HttpTestClient.part;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.math.BigDecimal;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Settings for customized services. */
class OwnServiceTest {
    private static final String DOCUMENT = part("file", "application/pdf", "%PDF-1.7");

    @TempDir
    private Path temp;

    @ParameterizedTest
    @EnabledOnOs(value = OS.LINUX, disabledReason = "Others have one loopback address only.")
    @CsvSource({"127.0.0.2, 127.0.0.2", "0.0.0.0, 127.0.0.1"})
    void theServiceListensOnItsHost(String host, String shown) throws Exception {
        try (DocprocTestService service =
                DocprocTestService.builder().host(host).start()) {
            assertThat(service.baseUrl()).startsWith("http://" + shown + ":");
            assertThat(new HttpTestClient(service).cropCode()).isEqualTo(200);
        }
    }

    @Test
    void theAccountHasItsSettingsInitiallyAndAfterAReset() throws Exception {
        try (DocprocTestService service = DocprocTestService.builder()
                .balance(new BigDecimal("0.30"))
                .price(new BigDecimal("0.20"))
                .packageCalls(1)
                .start()) {
            assertThat(new HttpTestClient(service).cropCode()).isEqualTo(200);
            assertThat(new HttpTestClient(service).cropCode()).isEqualTo(200);
            assertThat(new HttpTestClient(service).cropCode()).isEqualTo(40003);
            assertThat(service.billedCalls())
                    .extracting(it -> it.charge().orElseThrow().amount())
                    .containsExactly(BigDecimal.ZERO, new BigDecimal("0.20"));
            service.topUp(new BigDecimal("0.10"), 1);
            assertThat(new HttpTestClient(service).cropCode()).isEqualTo(200);
            assertThat(service.balance()).isEqualByComparingTo("0.20");

            service.reset();

            assertThat(service.balance()).isEqualByComparingTo("0.30");
        }
    }

    @Test
    void theRateLimitFollowsTheClock() throws Exception {
        AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-03-01T12:00:00Z"));
        try (DocprocTestService service = DocprocTestService.builder()
                .clock(((InstantSource) now::get).withZone(ZoneOffset.UTC))
                .requestsPerSecond(1)
                .start()) {
            assertThat(new HttpTestClient(service).cropCode()).isEqualTo(200);
            assertThat(new HttpTestClient(service).cropCode()).isEqualTo(40306);
            now.set(now.get().plus(Duration.ofSeconds(1)));
            assertThat(new HttpTestClient(service).cropCode()).isEqualTo(200);
        }
    }

    @Test
    void aListenerReceivesCallsThatAreNotKept() throws Exception {
        List<String> lines = new CopyOnWriteArrayList<>();
        ServiceListener listener = new ServiceListener() {
            @Override
            public void onCall(ReceivedCall call) {
                lines.add(call.operation() + " " + call.outcome() + " "
                        + call.document().size() + " " + call.billed());
            }
        };
        try (DocprocTestService service =
                DocprocTestService.builder().listener(listener).withoutCallLog().start()) {
            new HttpTestClient(service).cropCode();

            assertThat(lines).containsExactly("crop 200 " + Documents.PDF.length + " true");
            assertThat(service.calls()).isEmpty();
        }
    }

    @Test
    void aRequestCheckRejectsARequestBeforeThereIsAJob() throws Exception {
        try (DocprocTestService service = DocprocTestService.builder()
                .requestCheck(Operation.PARSE_ASYNC, request -> {
                    if (request.body().has("pages")) {
                        throw ParameterError.of("config.pages", request.body().get("pages"), "scope");
                    }
                })
                .start()) {
            HttpTestClient http = new HttpTestClient(service);

            JsonNode response = http.postForm(
                    HttpTestClient.PARSE_ASYNC, DOCUMENT, part("config", "application/json", "{\"pages\":1}"));

            assertThat(response.path("code").asInt()).isEqualTo(40004);
            assertThat(response.path("message").asText()).contains("config.pages", "scope");
            assertThat(service.jobs()).isEmpty();
            assertThat(service.billedCalls()).isEmpty();
        }
    }

    @Test
    void aControlPathNeedsNoCredentials() throws Exception {
        try (DocprocTestService service = DocprocTestService.builder()
                .controlPath("POST", "/_own/echo", body -> {
                    if (body.length == 0) {
                        throw ParameterError.missing("body");
                    }
                    return JsonNodeFactory.instance.arrayNode().add(new String(body, StandardCharsets.UTF_8));
                })
                .start()) {
            HttpTestClient http = new HttpTestClient(service);

            assertThat(http.json(http.unsigned("/_own/echo").POST(BodyPublishers.ofString("a")))
                            .toString())
                    .isEqualTo("[\"a\"]");
            HttpResponse<String> refusal = http.send(http.unsigned("/_own/echo").POST(BodyPublishers.noBody()));
            assertThat(refusal.statusCode()).isEqualTo(400);
            assertThat(refusal.body()).contains("40004", "body is required");
            assertThat(service.calls()).isEmpty();
        }
    }

    @Test
    void aJobWhoseResponderFailsAnAssertionFails() throws Exception {
        try (DocprocTestService service = DocprocTestService.builder()
                .completeJobsAutomatically()
                .responder(Operation.PARSE_SYNC, request -> {
                    throw new AssertionError("expected");
                })
                .start()) {
            String id = submit(new HttpTestClient(service));

            await().until(() -> service.job(id).status() == JobStatus.FAILED);
        }
    }

    @Test
    void aServiceIsIdleWithoutCallsAndOpenJobs() throws Exception {
        AtomicBoolean idleDuringCall = new AtomicBoolean(true);
        try (DocprocTestService service =
                DocprocTestService.builder().temporaryFolder(temp).start()) {
            service.whenCrop().respond(request -> {
                idleDuringCall.set(service.isIdle());
                return JsonNodeFactory.instance.objectNode();
            });
            assertThat(service.isIdle()).isTrue();

            assertThat(new HttpTestClient(service).cropCode()).isEqualTo(200);

            assertThat(idleDuringCall).isFalse();
            await().until(service::isIdle);
        }
        assertThat(temp).isEmptyDirectory();
    }

    @Test
    void aDelayAppliesToWhicheverStubResponds() throws Exception {
        try (DocprocTestService service = DocprocTestService.start()) {
            HttpTestClient http = new HttpTestClient(service);
            service.when(Operation.CROP, Operation.BALANCE).fail(500);
            Stub delay = service.whenCrop().delay(Duration.ofMillis(60));

            JsonNode response = http.crop("", Documents.PDF);

            assertThat(response.path("code").asInt()).isEqualTo(500);
            assertThat(response.path("duration").asInt()).isGreaterThanOrEqualTo(60);
            assertThat(http.get(HttpTestClient.BALANCE).path("code").asInt()).isEqualTo(500);
            delay.remove();
            http.crop("", Documents.PDF);
            assertThat(delay.applied()).isEqualTo(1);
        }
    }

    @Test
    void aStubBeforeTheRequestBodyCountsInvalidRequests() throws Exception {
        try (DocprocTestService service = DocprocTestService.start()) {
            HttpTestClient http = new HttpTestClient(service);
            Stub truncated = service.whenCrop().truncate().every(2, 2).beforeRequestBody();

            assertThat(http.crop("?jpeg_quality=0", Documents.PDF).path("code").asInt())
                    .isEqualTo(40004);
            http.send(http.signed(HttpTestClient.CROP)
                    .header("Content-Type", "application/octet-stream")
                    .POST(BodyPublishers.ofByteArray(Documents.PDF)));

            assertThat(truncated.applied()).isEqualTo(1);
            assertThat(service.calls("crop")).extracting(ReceivedCall::outcome).containsExactly("40004", "truncated");
        }
    }

    private static String submit(HttpTestClient http) throws Exception {
        return http.postForm(HttpTestClient.PARSE_ASYNC, DOCUMENT)
                .at("/data/job_id")
                .asText();
    }
}
