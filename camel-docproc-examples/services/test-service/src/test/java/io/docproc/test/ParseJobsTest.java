/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.docproc.camel.model.ParseCompletion;
import io.docproc.test.SentCallback.Kind;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Completion of parse jobs, with the callbacks that the component's consumer receives. */
class ParseJobsTest {
    @RegisterExtension
    static final DocprocTestService service = DocprocTestService.create();

    private final HttpTestClient http = new HttpTestClient(service);
    private CompletionRoute application;

    @BeforeEach
    void start() throws Exception {
        application = new CompletionRoute(service);
    }

    @AfterEach
    void stop() {
        application.close();
    }

    @Test
    void aJobStaysInProgressUntilTheTestCompletesIt() throws Exception {
        String jobId = application.submit("a.pdf");
        await().until(() -> service.job(jobId).status() == JobStatus.IN_PROGRESS);
        assertThat(service.job(jobId).request().fileName()).contains("a.pdf");
        assertThat(service.isIdle()).isFalse();

        service.completeJob(jobId, Map.of("markdown", "Between A and B."));

        ParseCompletion completion = awaitCompletions(1).get(0);
        assertThat(completion.jobId()).isEqualTo(jobId);
        assertThat(completion.status()).isEqualTo("completed");
        assertThat(http.get(URI.create(completion.resultUrl()).getPath())
                        .at("/data/markdown")
                        .asText())
                .isEqualTo("Between A and B.");
        awaitCallbacks(jobId, Kind.REGULAR);
        await().until(service::isIdle);
    }

    @Test
    void theDefaultResultNamesTheFile() throws Exception {
        String jobId = application.submit("a.pdf");

        service.completeJob(jobId);

        String url = service.job(jobId).resultUrl().orElseThrow().getPath();
        assertThat(http.get(url).at("/data/markdown").asText()).contains("Sample text of a.pdf.");
        assertThat(http.get(url).at("/data/job_id").asText()).isEqualTo(jobId);
    }

    @Test
    void aFailedJobHasAMessage() {
        String jobId = application.submit("a.pdf");

        service.failJob(jobId, "why");

        ParseCompletion completion = awaitCompletions(1).get(0);
        assertThat(completion.status()).isEqualTo("failed");
        assertThat(completion.message()).isEqualTo("why");
        assertThat(service.job(jobId).resultUrl()).isEmpty();
    }

    @Test
    void wrongUseIsReported() {
        String jobId = application.submit("a.pdf");

        assertThatIllegalArgumentException()
                .isThrownBy(() -> service.completeJob("nine"))
                .withMessage("There is no job nine; the jobs since the last reset are [" + jobId + "].");
        assertThatIllegalStateException()
                .isThrownBy(() -> service.repeatCallback(jobId))
                .withMessageContaining("is not completed");
        service.completeJob(jobId);
        assertThatIllegalStateException()
                .isThrownBy(() -> service.failJob(jobId, "why"))
                .withMessageContaining("Job " + jobId + " is already completed");
    }

    @Test
    void jobsCanCompleteByThemselves() throws Exception {
        service.whenParseAsync().complete("# Contract");
        service.whenParseAsync().fileName("bad.pdf").failJob("40422 file is corrupted");

        String good = application.submit("good.pdf");
        String bad = application.submit("bad.pdf");

        awaitCompletions(2);
        assertThat(service.job(good).status()).isEqualTo(JobStatus.COMPLETED);
        assertThat(service.job(bad).message()).contains("40422 file is corrupted");
        assertThat(http.get(service.job(good).resultUrl().orElseThrow().getPath())
                        .at("/data/elements/0/type")
                        .asText())
                .isEqualTo("title");
    }

    @Test
    void aCallbackIsRetriedUntilTheRouteSucceeds() {
        application.failNext(1);

        String jobId = application.submit("a.pdf");
        service.completeJob(jobId);

        awaitCompletions(1);
        awaitCallbacks(jobId, Kind.REGULAR, Kind.REGULAR);
        assertThat(service.job(jobId).callbacks())
                .extracting(SentCallback::isAccepted)
                .containsExactly(false, true);
    }

    @Test
    void aLostCallbackCanBeRepeated() {
        Stub lost = service.whenCallback().fileName("lost.pdf").lose();
        String jobId = application.submit("lost.pdf");
        service.completeJob(jobId);
        await().until(() -> lost.applied() == 1);
        String other = application.submit("other.pdf");
        service.completeJob(other);
        awaitCompletions(1);
        assertThat(service.job(jobId).callbacks()).isEmpty();

        service.repeatCallback(jobId);

        assertThat(awaitCompletions(2)).extracting(ParseCompletion::jobId).containsExactly(other, jobId);
    }

    @Test
    void duplicatesAreAcceptedAndDeliveredOnce() {
        service.whenCallback().fileName("later.pdf").duplicate();
        service.whenCallback().fileName("together.pdf").duplicateConcurrently();

        String later = application.submit("later.pdf");
        String together = application.submit("together.pdf");
        service.completeJob(later);
        service.completeJob(together);

        awaitCallbacks(later, Kind.REGULAR, Kind.DUPLICATE);
        await().untilAsserted(() -> assertThat(service.job(together).callbacks())
                .filteredOn(it -> it.kind() == Kind.REGULAR)
                .anyMatch(SentCallback::isAccepted));
        await().untilAsserted(() -> assertThat(service.job(together).callbacks())
                .extracting(SentCallback::kind)
                .contains(Kind.DUPLICATE));
        assertThat(application.completions())
                .extracting(ParseCompletion::jobId)
                .containsExactlyInAnyOrder(later, together);
    }

    @Test
    void forgedCallbacksAreRejected() {
        service.whenCallback().forge();

        String jobId = application.submit("a.pdf");
        service.completeJob(jobId);

        await().until(() -> service.job(jobId).callbacks().stream().anyMatch(it -> it.kind() == Kind.REGULAR));
        List<SentCallback> forged = service.job(jobId).callbacks().stream()
                .filter(it -> it.kind() == Kind.FORGED)
                .toList();
        assertThat(forged)
                .hasSizeGreaterThan(2)
                .extracting(SentCallback::outcome)
                .containsOnly("401");
        assertThat(awaitCompletions(1)).extracting(ParseCompletion::status).containsExactly("completed");
    }

    @Test
    void aCallbackCanBeOvertaken() {
        service.whenCallback().reorder().times(1);
        String first = application.submit("a.pdf");
        String second = application.submit("b.pdf");

        service.completeJob(first);
        service.completeJob(second);

        assertThat(awaitCompletions(2)).extracting(ParseCompletion::jobId).containsExactly(second, first);
    }

    @Test
    void aCallbackCanBeDelayed() {
        service.whenCallback().delay(Duration.ofHours(1)).times(1);
        String first = application.submit("a.pdf");
        String second = application.submit("b.pdf");

        service.completeJob(first);
        service.completeJob(second);

        assertThat(awaitCompletions(1)).extracting(ParseCompletion::jobId).containsExactly(second);
        assertThat(service.job(first).callbacks()).isEmpty();
    }

    @Test
    void theCompletionIsDeliveredAgainAfterAFailedDownload() throws Exception {
        try (CompletionRoute route = new CompletionRoute(service)) {
            service.whenParseAsync().complete("Between A and B.");
            service.when(Operation.RESULT_DOWNLOAD).fail(500).times(1);

            String jobId = route.submit("a.pdf");

            await().until(() -> route.results().size() == 1);
            assertThat(route.results().get(0)).contains("Between A and B.");
            assertThat(service.calls("resultDownload"))
                    .extracting(ReceivedCall::outcome)
                    .containsExactly("500", "200");
            assertThat(service.job(jobId).status()).isEqualTo(JobStatus.COMPLETED);
        }
    }

    @Test
    void aResponderOfTheBuilderParsesJobsInTheBackground() throws Exception {
        try (DocprocTestService own = DocprocTestService.builder()
                        .completeJobsAutomatically()
                        .responder(Operation.PARSE_SYNC, request -> JsonNodeFactory.instance
                                .objectNode()
                                .put(
                                        "markdown",
                                        request.document().orElseThrow().text()))
                        .start();
                CompletionRoute route = new CompletionRoute(own)) {
            String jobId = route.submit("a.pdf");

            await().until(() -> route.completions().size() == 1);

            String url = own.job(jobId).resultUrl().orElseThrow().getPath();
            assertThat(new HttpTestClient(own).get(url).at("/data/markdown").asText())
                    .isEqualTo("%PDF-1.7 a letter");
        }
    }

    private List<ParseCompletion> awaitCompletions(int number) {
        return await().until(application::completions, it -> it.size() >= number);
    }

    private static void awaitCallbacks(String jobId, Kind... kinds) {
        await().untilAsserted(() -> assertThat(service.job(jobId).callbacks())
                .extracting(SentCallback::kind)
                .containsExactly(kinds));
    }
}
