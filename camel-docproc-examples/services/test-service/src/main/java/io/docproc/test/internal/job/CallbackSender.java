/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test.internal.job;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.docproc.test.CallbackPolicy;
import io.docproc.test.JobEvent;
import io.docproc.test.SentCallback;
import io.docproc.test.ServiceListener;
import io.docproc.test.internal.stub.CallbackAction;
import io.docproc.test.internal.stub.StubRegistry;
import io.docproc.test.internal.stub.StubRule;
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
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Sends the callbacks of completed jobs until a response has status 2xx. Thread-safe. */
public final class CallbackSender {
    private static final Duration MAX_HOLD = Duration.ofSeconds(2);

    private final Settings settings;
    private final StubRegistry<CallbackAction> stubs;
    private final ScheduledExecutorService threads;
    private final Queue<Runnable> held = new ConcurrentLinkedQueue<>();

    /**
     * Settings of callbacks.
     *
     * @param client returns the client, which is not needed before the first callback
     * @param policy the attempts
     * @param listener receives the callbacks
     */
    public record Settings(Supplier<HttpClient> client, CallbackPolicy policy, ServiceListener listener) {}

    /**
     * Creates a sender.
     *
     * @param threads shut down by the caller, which discards the callbacks that are not sent yet
     */
    public CallbackSender(Settings settings, StubRegistry<CallbackAction> stubs, ScheduledExecutorService threads) {
        this.settings = settings;
        this.stubs = stubs;
        this.threads = threads;
    }

    void send(JobRecord job) {
        job.request().webhook().ifPresent(url -> {
            StubRegistry.Claim<CallbackAction> claim = stubs.claim(job.request(), StubRule.Phase.REQUEST);
            after(claim.delay(), () -> perform(claim.action().orElse(CallbackAction.SEND), job, url));
        });
    }

    void repeat(JobRecord job) {
        job.request().webhook().ifPresent(url -> after(Duration.ZERO, () -> sendDuplicate(job, url)));
    }

    private void perform(CallbackAction action, JobRecord job, URI url) {
        switch (action) {
            case SEND -> sendRegular(job, url);
            case LOSE -> job.note(JobEvent.Type.CALLBACK_LOST);
            case DUPLICATE -> {
                sendRegular(job, url);
                sendDuplicate(job, url);
            }
            case DUPLICATE_CONCURRENTLY -> {
                CompletableFuture<String> duplicate = post(url, job.json());
                sendRegular(job, url);
                add(job, new SentCallback(SentCallback.Kind.DUPLICATE, url, duplicate.join()));
            }
            case REORDER -> {
                hold(() -> attempt(job, url, 1));
                job.note(JobEvent.Type.CALLBACK_HELD_BACK);
            }
            case FORGE -> {
                ForgedUrls.of(url).forEach(forged -> sendForged(job, forged));
                sendRegular(job, url);
            }
        }
    }

    private void sendRegular(JobRecord job, URI url) {
        attempt(job, url, 1);
        for (Runnable next = held.poll(); next != null; next = held.poll()) {
            next.run();
        }
    }

    private void sendDuplicate(JobRecord job, URI url) {
        add(
                job,
                new SentCallback(
                        SentCallback.Kind.DUPLICATE, url, post(url, job.json()).join()));
    }

    private void sendForged(JobRecord job, URI forged) {
        ObjectNode event = JsonNodeFactory.instance
                .objectNode()
                .put("job_id", job.id())
                .put("status", "failed")
                .put("message", "a forged callback");
        add(
                job,
                new SentCallback(
                        SentCallback.Kind.FORGED, forged, post(forged, event).join()));
    }

    private void hold(Runnable callback) {
        held.add(callback);
        after(MAX_HOLD, () -> {
            if (held.remove(callback)) {
                callback.run();
            }
        });
    }

    private void attempt(JobRecord job, URI url, int attempt) {
        SentCallback sent = new SentCallback(
                SentCallback.Kind.REGULAR, url, post(url, job.json()).join());
        add(job, sent);
        if (!sent.isAccepted() && attempt < settings.policy().attempts()) {
            after(settings.policy().delayAfter(attempt), () -> attempt(job, url, attempt + 1));
        }
    }

    private void add(JobRecord job, SentCallback callback) {
        job.addCallback(callback);
        settings.listener().onCallback(callback);
    }

    /** Returns the HTTP status of the response, or the class name of the exception. */
    private CompletableFuture<String> post(URI url, ObjectNode event) {
        HttpRequest request = HttpRequest.newBuilder(url)
                .timeout(settings.policy().timeout())
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(event.toString()))
                .build();
        return settings.client()
                .get()
                .sendAsync(request, HttpResponse.BodyHandlers.discarding())
                .handle((response, failure) -> failure == null
                        ? String.valueOf(response.statusCode())
                        : Optional.ofNullable(failure.getCause())
                                .orElse(failure)
                                .getClass()
                                .getSimpleName());
    }

    private void after(Duration delay, Runnable task) {
        try {
            threads.schedule(task, delay.toMillis(), TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) {
            // The service is being closed; its callbacks end with it.
            return;
        }
    }
}
