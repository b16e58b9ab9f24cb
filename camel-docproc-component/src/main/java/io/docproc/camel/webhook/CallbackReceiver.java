/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.webhook;

import io.docproc.camel.model.ParseCompletion;
import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.camel.AsyncCallback;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers the HTTP requests of the service's callbacks. The signature is checked before the body is touched, the body is
 * read up to its limit and one byte, and nothing of the request but the completion reaches the route.
 */
final class CallbackReceiver {
    private static final Logger LOG = LoggerFactory.getLogger(CallbackReceiver.class);

    private final CallbackTrust trust;
    private final int maxEventSize;
    private final CompletionFeed feed;
    private final AtomicInteger unanswered = new AtomicInteger();

    CallbackReceiver(CallbackTrust trust, int maxEventSize, CompletionFeed feed) {
        this.trust = trust;
        this.maxEventSize = maxEventSize;
        this.feed = feed;
    }

    /** Answers a request; see {@link org.apache.camel.AsyncProcessor#process(Exchange, AsyncCallback)}. */
    boolean process(Exchange http, AsyncCallback callback) {
        unanswered.incrementAndGet();
        AsyncCallback answered = doneSync -> {
            callback.done(doneSync);
            unanswered.decrementAndGet();
        };
        try {
            return answer(http, answered);
        } catch (IOException | RuntimeException failed) {
            LOG.warn("A callback could not be processed: {}", failed.toString(), failed);
            return reply(Reply.FAILED, http, answered);
        }
    }

    /** How many requests still wait for their answer. */
    int unanswered() {
        return unanswered.get();
    }

    private boolean answer(Exchange http, AsyncCallback callback) throws IOException {
        Message request = http.getMessage();
        if (!"POST".equalsIgnoreCase(request.getHeader(Exchange.HTTP_METHOD, String.class))) {
            return reply(Reply.METHOD_NOT_ALLOWED, http, callback);
        }
        Optional<String> correlationId = trust.correlationId(request);
        if (correlationId.isEmpty()) {
            return reply(Reply.UNAUTHORIZED, http, callback);
        }
        if (!isPlainJson(request)) {
            return reply(Reply.NOT_JSON, http, callback);
        }
        byte[] body = read(request);
        if (body.length > maxEventSize) {
            return reply(Reply.TOO_LARGE, http, callback);
        }
        Optional<ParseCompletion> event = CompletionReader.read(body);
        if (event.isEmpty()) {
            return reply(Reply.NOT_A_COMPLETION, http, callback);
        }
        return feed(new Completion(event.get(), correlationId.get()), http, callback);
    }

    private boolean feed(Completion completion, Exchange http, AsyncCallback callback) {
        feed.offer(completion).whenComplete((success, failure) -> {
            boolean accepted = failure == null && success;
            reply(accepted ? Reply.ACCEPTED : Reply.FAILED, http, doneSync -> callback.done(false));
        });
        return false;
    }

    private static boolean reply(Reply reply, Exchange http, AsyncCallback callback) {
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
            return body.readNBytes(maxEventSize + 1);
        }
    }
}
