/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.job;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.docproc.local.fault.CallbackEffect;
import io.docproc.local.fault.FaultPlan;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Sends the callbacks of completed jobs concurrently and applies the fault plan to them. */
public final class CallbackSender implements AutoCloseable {
    private static final int CONCURRENCY = 8;
    private static final Duration MAX_HOLD = Duration.ofSeconds(2);

    private final CallbackPolicy policy;
    private final FaultPlan faults;
    private final Consumer<String> answers;
    private final HttpClient client;
    private final ScheduledExecutorService threads = Executors.newScheduledThreadPool(CONCURRENCY);
    private final Queue<Runnable> heldBack = new ConcurrentLinkedQueue<>();

    /** @param answers takes what each call was answered with: an HTTP status, or the kind of failure */
    public CallbackSender(CallbackPolicy policy, FaultPlan faults, Consumer<String> answers) {
        this.policy = policy;
        this.faults = faults;
        this.answers = answers;
        this.client = HttpClient.newBuilder().connectTimeout(policy.timeout()).build();
    }

    /** Calls the webhook of a job that has ended, if it has one. */
    void send(ParseJob job) {
        job.submission().webhook().ifPresent(url -> {
            FaultPlan.CallbackDisturbance disturbance = faults.nextCallback();
            after(disturbance.delay(), () -> send(job, url, disturbance.effect()));
        });
    }

    private void send(ParseJob job, URI url, Optional<CallbackEffect> effect) {
        if (effect.isEmpty()) {
            sendAsPlanned(job, url);
            return;
        }
        switch (effect.get()) {
            case LOSE -> job.timeLine().note("callback lost");
            case REPEAT -> {
                sendAsPlanned(job, url);
                note(job, "callback repeated", post(url, job.event()).join());
            }
            case REPEAT_TOGETHER -> {
                CompletableFuture<String> repeated = post(url, job.event());
                sendAsPlanned(job, url);
                note(job, "callback repeated", repeated.join());
            }
            case REORDER -> holdBack(job, () -> attempt(job, url, 1));
            case FORGE -> {
                ForgedCallbacks.of(url)
                        .forEach(forged -> note(
                                job,
                                "callback forged",
                                post(forged, forgedEvent(job)).join()));
                sendAsPlanned(job, url);
            }
        }
    }

    private void sendAsPlanned(ParseJob job, URI url) {
        attempt(job, url, 1);
        for (Runnable next = heldBack.poll(); next != null; next = heldBack.poll()) {
            next.run();
        }
    }

    private void holdBack(ParseJob job, Runnable callback) {
        heldBack.add(callback);
        job.timeLine().note("callback held back");
        after(MAX_HOLD, () -> {
            if (heldBack.remove(callback)) {
                callback.run();
            }
        });
    }

    private void attempt(ParseJob job, URI url, int attempt) {
        String answer = post(url, job.event()).join();
        note(job, "callback answered", answer);
        if (!answer.matches("2\\d\\d") && attempt < policy.attempts()) {
            after(policy.delayAfter(attempt), () -> attempt(job, url, attempt + 1));
        }
    }

    private void note(ParseJob job, String event, String answer) {
        job.timeLine().note(event, answer);
        answers.accept(answer);
    }

    /** The answer's HTTP status, or the kind of failure; never fails itself. */
    private CompletableFuture<String> post(URI url, ObjectNode event) {
        HttpRequest request = HttpRequest.newBuilder(url)
                .timeout(policy.timeout())
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(event.toString()))
                .build();
        return client.sendAsync(request, HttpResponse.BodyHandlers.discarding())
                .handle((response, failure) -> failure == null
                        ? String.valueOf(response.statusCode())
                        : failure.getCause().getClass().getSimpleName());
    }

    /** Returns a forged event that reports the job as failed. */
    private static ObjectNode forgedEvent(ParseJob job) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("job_id", job.id())
                .put("status", JobStatus.FAILED.id())
                .put("message", "a forged callback");
    }

    private void after(Duration delay, Runnable task) {
        try {
            threads.schedule(task, delay.toMillis(), TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException stopping) {
            // The service is being stopped: what it has not sent stays unsent.
        }
    }

    /** Sends nothing any more. */
    @Override
    public void close() {
        threads.shutdownNow();
    }
}
