/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.webhook;

import io.docproc.camel.model.ParseCompletion;
import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.apache.camel.AsyncCallback;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Handles the HTTP requests of callbacks. It authenticates a request before it reads the body, and reads at most one
 * byte more than {@code maxCallbackSize}. Only the completion reaches the route, not the headers of the request.
 */
final class CallbackReceiver {
    private static final Logger LOG = LoggerFactory.getLogger(CallbackReceiver.class);
    private static final String OCCUPIES_THREAD = "CamelDocprocOccupiesServerThread";

    private final CallbackAuthenticator trust;
    private final Predicate<Completion> itsDocument;
    private final int maxCallbackSize;
    private final CompletionDispatcher feed;
    private final CompletionCounters counts;
    private final AtomicInteger unanswered = new AtomicInteger();

    /**
     * @param trust authenticates requests by the signature of the callback URL
     * @param itsDocument tests whether the signed correlation id matches the job in the body
     * @param maxCallbackSize maximum size of a request body in bytes
     * @param feed dispatches completions to the route
     * @param counts counts refused and failed requests
     */
    CallbackReceiver(
            CallbackAuthenticator trust,
            Predicate<Completion> itsDocument,
            int maxCallbackSize,
            CompletionDispatcher feed,
            CompletionCounters counts) {
        this.counts = counts;
        this.trust = trust;
        this.itsDocument = itsDocument;
        this.maxCallbackSize = maxCallbackSize;
        this.feed = feed;
    }

    /**
     * Handles a callback and writes the HTTP response; see
     * {@link org.apache.camel.AsyncProcessor#process(Exchange, AsyncCallback)}.
     */
    boolean process(Exchange http, AsyncCallback callback) {
        unanswered.incrementAndGet();
        AsyncCallback answered = doneSync -> {
            try {
                callback.done(doneSync);
            } finally {
                unanswered.decrementAndGet();
            }
        };
        return answerNow(http, answered)
                .map(reply -> reply(reply, http, answered))
                .orElse(false);
    }

    /** Marks a request that blocks a thread of the HTTP server until the response is written. */
    static void occupiesThread(Exchange http) {
        http.setProperty(OCCUPIES_THREAD, true);
    }

    private static Completion.WhenFull whenFull(Exchange http) {
        return http.getProperty(OCCUPIES_THREAD, false, boolean.class)
                ? Completion.WhenFull.REFUSE_EARLY
                : Completion.WhenFull.REFUSE;
    }

    /** Responds with status 503, because the consumer accepts no callbacks at present. */
    boolean processUnavailable(Exchange http, AsyncCallback callback) {
        return reply(refused(CallbackResponse.UNAVAILABLE), http, callback);
    }

    /** Returns the number of requests that have no HTTP response yet. */
    int unanswered() {
        return unanswered.get();
    }

    /** Returns the response, or an empty result if the response is written after the route has completed. */
    private Optional<CallbackResponse> answerNow(Exchange http, AsyncCallback callback) {
        try {
            return answer(http, callback);
        } catch (Throwable failed) {
            LOG.warn("A callback could not be processed: {}", failed.toString(), failed);
            counts.add(CompletionCounters.End.FAILED);
            return Optional.of(CallbackResponse.FAILED);
        }
    }

    private Optional<CallbackResponse> answer(Exchange http, AsyncCallback callback) throws IOException {
        Message request = http.getMessage();
        if (!"POST".equalsIgnoreCase(request.getHeader(Exchange.HTTP_METHOD, String.class))) {
            return Optional.of(refused(CallbackResponse.METHOD_NOT_ALLOWED));
        }
        Optional<String> correlationId = trust.correlationId(request);
        if (correlationId.isEmpty()) {
            return Optional.of(refused(CallbackResponse.UNAUTHORIZED));
        }
        if (!isPlainJson(request)) {
            return Optional.of(refused(CallbackResponse.NOT_JSON));
        }
        byte[] body = read(request);
        if (body.length > maxCallbackSize) {
            return Optional.of(refused(CallbackResponse.TOO_LARGE));
        }
        Optional<ParseCompletion> event = CompletionReader.read(body);
        if (event.isEmpty()) {
            return Optional.of(refused(CallbackResponse.NOT_A_COMPLETION));
        }
        Completion completion = new Completion(event.get(), correlationId.get(), whenFull(http));
        if (!itsDocument.test(completion)) {
            return Optional.of(refused(CallbackResponse.UNAUTHORIZED));
        }
        feed(completion, http, callback);
        return Optional.empty();
    }

    private void feed(Completion completion, Exchange http, AsyncCallback callback) {
        feed.offer(completion).whenComplete((success, failure) -> {
            try {
                replyTo(success, failure).writeTo(http);
            } finally {
                callback.done(false);
            }
        });
    }

    private static CallbackResponse replyTo(Boolean success, Throwable failure) {
        Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
        if (cause instanceof RejectedExecutionException) {
            return CallbackResponse.UNAVAILABLE;
        }
        return cause == null && success ? CallbackResponse.ACCEPTED : CallbackResponse.FAILED;
    }

    private CallbackResponse refused(CallbackResponse reply) {
        counts.add(CompletionCounters.End.REFUSED);
        return reply;
    }

    private static boolean reply(CallbackResponse reply, Exchange http, AsyncCallback callback) {
        reply.writeTo(http);
        callback.done(true);
        return true;
    }

    private static boolean isPlainJson(Message request) {
        String type = request.getHeader(Exchange.CONTENT_TYPE, "", String.class);
        String mediaType = type.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
        String encoding = request.getHeader(Exchange.CONTENT_ENCODING, "identity", String.class);
        return mediaType.equals("application/json") && encoding.equalsIgnoreCase("identity");
    }

    private byte[] read(Message request) throws IOException {
        InputStream body = request.getBody(InputStream.class);
        if (body == null) {
            return new byte[0];
        }
        try (body) {
            return body.readNBytes((int) Math.min(maxCallbackSize + 1L, Integer.MAX_VALUE));
        }
    }
}
