/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Sends the callbacks of completed jobs until a response has status 2xx. Thread-safe. */
final class Callbacks {
    final ScheduledExecutorService threads = Executors.newScheduledThreadPool(8, TestServer::daemon);
    private final ServiceState state;
    private final Queue<Runnable> held = new ConcurrentLinkedQueue<>();

    Callbacks(ServiceState state) {
        this.state = state;
    }

    void send(Job job) {
        job.request.webhook().ifPresent(url -> {
            Stub.Claim claim = Stub.claim(state.callbackStubs, job.request, false);
            after(claim.delay(), () -> perform(claim.action().kind(), job, url));
        });
    }

    void repeat(Job job) {
        job.request.webhook().ifPresent(url -> after(Duration.ZERO, () -> sendDuplicate(job, url)));
    }

    private void perform(Action.Kind action, Job job, URI url) {
        switch (action) {
            case LOSE -> job.note(JobEvent.Type.CALLBACK_LOST);
            case DUPLICATE -> {
                sendRegular(job, url);
                sendDuplicate(job, url);
            }
            case DUPLICATE_CONCURRENTLY -> {
                CompletableFuture<String> duplicate = post(url, job.json());
                sendRegular(job, url);
                add(job, SentCallback.Kind.DUPLICATE, url, duplicate);
            }
            case REORDER -> {
                Runnable callback = () -> attempt(job, url, 1);
                held.add(callback);
                after(Duration.ofSeconds(2), () -> {
                    if (held.remove(callback)) {
                        callback.run();
                    }
                });
                job.note(JobEvent.Type.CALLBACK_HELD_BACK);
            }
            case FORGE -> {
                ObjectNode event = Json.of("job_id", job.id, "status", "failed", "message", "a forged callback");
                forgedUrls(url).forEach(it -> add(job, SentCallback.Kind.FORGED, it, post(it, event)));
                sendRegular(job, url);
            }
            default -> sendRegular(job, url);
        }
    }

    private void sendRegular(Job job, URI url) {
        attempt(job, url, 1);
        for (Runnable next = held.poll(); next != null; next = held.poll()) {
            next.run();
        }
    }

    private void sendDuplicate(Job job, URI url) {
        add(job, SentCallback.Kind.DUPLICATE, url, post(url, job.json()));
    }

    private void attempt(Job job, URI url, int attempt) {
        SentCallback sent = add(job, SentCallback.Kind.REGULAR, url, post(url, job.json()));
        CallbackPolicy policy = state.settings.callbacks;
        if (!sent.isAccepted() && attempt < policy.attempts()) {
            after(policy.delayAfter(attempt), () -> attempt(job, url, attempt + 1));
        }
    }

    private SentCallback add(Job job, SentCallback.Kind kind, URI url, CompletableFuture<String> outcome) {
        SentCallback callback = new SentCallback(kind, url, outcome.join());
        job.add(callback);
        state.settings.listener.onCallback(callback);
        return callback;
    }

    /** Returns the HTTP status of the response, or the class name of the exception. */
    private CompletableFuture<String> post(URI url, ObjectNode event) {
        HttpRequest request = HttpRequest.newBuilder(url)
                .timeout(state.settings.callbacks.timeout())
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(event.toString()))
                .build();
        return state.server
                .client()
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

    /** Returns URLs that the application did not register: one query parameter changed, and no query. */
    private static List<URI> forgedUrls(URI url) {
        String[] address = url.toString().split("\\?", 2);
        List<URI> forged = new ArrayList<>();
        for (int index = 0; address.length == 2 && index < address[1].split("&").length; index++) {
            String[] query = address[1].split("&");
            query[index] = changed(query[index]);
            forged.add(URI.create(address[0] + "?" + String.join("&", query)));
        }
        forged.add(URI.create(address[0]));
        return forged;
    }

    /** Changes the first character of the value, because the last one of Base64 may be padding. */
    private static String changed(String pair) {
        int value = pair.indexOf('=') + 1;
        if (value == pair.length()) {
            return pair + "1";
        }
        char other = pair.charAt(value) == '1' ? '2' : '1';
        int length = pair.charAt(value) == '%' ? 3 : 1;
        return pair.substring(0, value) + other + pair.substring(value + length);
    }
}
