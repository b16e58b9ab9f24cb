/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local;

import static io.docproc.local.RunningService.FAULTS;
import static io.docproc.local.RunningService.JOBS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.docproc.test.CallbackPolicy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Callbacks of the service and their faults. */
class WebhookCallsTest {
    private static final String SIGNED = "?correlationId=a.txt&expires=1800000000&signature=Zm9v";

    @TempDir
    Path temp;

    private WebhookReceiver receiver;
    private RunningService service;

    @BeforeEach
    void start() throws Exception {
        receiver = new WebhookReceiver();
        service = RunningService.echoing(
                temp,
                new LocalServiceOptions()
                        .callbacks(new CallbackPolicy(3, Duration.ofSeconds(10), Duration.ofMillis(10))));
    }

    @AfterEach
    void stop() {
        service.close();
        receiver.close();
    }

    @Test
    void aCompletedJobCallsItsWebhook() throws Exception {
        String id = submit();

        WebhookReceiver.Callback callback = awaitCallbacks(1).get(0);

        assertThat(callback.method()).isEqualTo("POST");
        assertThat(callback.contentType()).isEqualTo("application/json");
        assertThat(callback.query()).isEqualTo(SIGNED.substring(1));
        assertThat(callback.body().path("job_id").asText()).isEqualTo(id);
        assertThat(callback.body().path("status").asText()).isEqualTo("completed");
        assertThat(callback.body().path("result_url").asText())
                .startsWith(service.service().baseUrl() + "/results/");
        awaitEvents(id, "submitted", "started", "finished", "callback sent");
    }

    @Test
    void aCallbackIsAttemptedThreeTimesAndItsResponsesAreRecorded() throws Exception {
        receiver.answering(500, 302, 401);
        String id = submit();

        awaitEvents(id, "submitted", "started", "finished", "callback sent", "callback sent", "callback sent");

        assertThat(responses("callback sent")).containsExactly("500", "302", "401");
        await().until(() -> service.calls("webhook").at("/calls").asInt() == 3);
    }

    @Test
    void theListOfJobsDoesNotShowTheSignature() throws Exception {
        submit();
        awaitCallbacks(1);

        String jobs = service.get(JOBS).text();

        assertThat(jobs).contains("\"webhook\":\"" + receiver.url("") + "\"").doesNotContain("Zm9v");
    }

    @Test
    void eachSecondCallbackCanBeLost() throws Exception {
        service.putFaults("[{\"operation\":\"webhook\",\"kind\":\"lose\",\"every\":2}]");

        List<String> jobs = submitOneAfterTheOther(4);

        assertThat(receiver.received())
                .extracting(WebhookReceiver.Callback::jobId)
                .containsExactly(jobs.get(0), jobs.get(2));
        assertThat(service.events(jobs.get(1))).endsWith("callback lost");
    }

    @Test
    void lossesAndRepetitionsCanAlternate() throws Exception {
        service.putFaults("[{\"operation\":\"webhook\",\"kind\":\"lose\",\"every\":4},"
                + "{\"operation\":\"webhook\",\"kind\":\"duplicate\",\"every\":4,\"first\":2}]");

        submitOneAfterTheOther(8);

        assertThat(service.get(FAULTS).json().findValuesAsText("applied")).containsExactly("2", "2");
        await().until(() -> responses("callback duplicated").size() == 2);
        assertThat(receiver.received()).hasSize(8);
    }

    @Test
    void aRepeatedCallbackCanComeAtTheSameTime() throws Exception {
        service.putFaults("[{\"operation\":\"webhook\",\"kind\":\"duplicate\",\"at\":\"once\"}]");

        String id = submit();

        List<WebhookReceiver.Callback> callbacks = awaitCallbacks(2);
        assertThat(callbacks.get(0)).isEqualTo(callbacks.get(1));
        await().until(() -> service.events(id).containsAll(List.of("callback sent", "callback duplicated")));
    }

    @Test
    void aHeldCallbackIsSentWhenNoOtherFollows() throws Exception {
        service.putFaults("[{\"operation\":\"webhook\",\"kind\":\"reorder\"}]");

        String only = submit();

        assertThat(awaitCallbacks(1).get(0).jobId()).isEqualTo(only);
    }

    @Test
    void forgeriesComeBeforeTheRealCallback() throws Exception {
        receiver.answering(401, 401, 401, 401);
        service.putFaults("[{\"operation\":\"webhook\",\"kind\":\"forge\"}]");

        String id = submit();

        List<WebhookReceiver.Callback> callbacks = awaitCallbacks(5);
        assertThat(callbacks)
                .extracting(WebhookReceiver.Callback::query)
                .containsExactly(
                        "correlationId=1.txt&expires=1800000000&signature=Zm9v",
                        "correlationId=a.txt&expires=2800000000&signature=Zm9v",
                        "correlationId=a.txt&expires=1800000000&signature=1m9v",
                        "",
                        SIGNED.substring(1));
        assertThat(callbacks.get(2).body().path("status").asText()).isEqualTo("failed");
        assertThat(callbacks.get(4).body().path("status").asText()).isEqualTo("completed");
        await().until(() -> service.events(id).contains("callback sent"));
        assertThat(responses("callback forged")).containsExactly("401", "401", "401", "401");
    }

    @Test
    void faultsOfCallsDoNotApplyToCallbacks() throws Exception {
        service.putFaults("[{\"operation\":\"*\",\"kind\":\"latency\",\"ms\":1}]");
        submit();
        awaitCallbacks(1);

        assertThat(service.get(FAULTS).json().at("/0/applied").asInt()).isEqualTo(1);
        assertThat(service.putFaults("[{\"operation\":\"webhook\",\"kind\":\"truncate\"}]")
                        .json()
                        .path("message")
                        .asText())
                .contains("kind is truncate; allowed: duplicate forge latency lose reorder");
    }

    private String submit() throws Exception {
        return service.submit(new ParseForm().file("a.txt", "Hello").text("webhook", receiver.url(SIGNED)));
    }

    /** Submits each job after the callback of the previous one is sent or lost. */
    private List<String> submitOneAfterTheOther(int documents) throws Exception {
        List<String> jobs = new ArrayList<>();
        for (int i = 0; i < documents; i++) {
            String id = submit();
            jobs.add(id);
            await().until(() -> service.events(id).stream().anyMatch(it -> it.startsWith("callback")));
        }
        return jobs;
    }

    private List<WebhookReceiver.Callback> awaitCallbacks(int number) {
        return await().until(receiver::received, it -> it.size() >= number);
    }

    private void awaitEvents(String id, String... events) {
        await().untilAsserted(() -> assertThat(service.events(id)).containsExactly(events));
    }

    /** Returns the responses to the callbacks of this kind for all jobs. */
    private List<String> responses(String event) throws Exception {
        List<String> answers = new ArrayList<>();
        for (JsonNode job : service.get(JOBS).json()) {
            for (JsonNode moment : job.path("timeline")) {
                if (moment.path("event").asText().equals(event)) {
                    answers.add(moment.path("detail").asText());
                }
            }
        }
        return answers;
    }
}
