/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.webhook;

import io.docproc.camel.model.ParseCompletion;
import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
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
    private final Predicate<Completion> itsDocument;
    private final int maxEventSize;
    private final CompletionFeed feed;
    private final ReceptionCounts counts;
    private final AtomicInteger unanswered = new AtomicInteger();

    /**
     * @param trust decides by the signature
     * @param itsDocument decides whether the document that was signed for is that of the job in the body
     * @param counts counts what is refused
     */
    CallbackReceiver(
            CallbackTrust trust,
            Predicate<Completion> itsDocument,
            int maxEventSize,
            CompletionFeed feed,
            ReceptionCounts counts) {
        this.counts = counts;
        this.trust = trust;
        this.itsDocument = itsDocument;
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
        } catch (Throwable failed) {
            LOG.warn("A callback could not be processed: {}", failed.toString(), failed);
            counts.add(ReceptionCounts.End.FAILED);
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
            return refuse(Reply.METHOD_NOT_ALLOWED, http, callback);
        }
        Optional<String> correlationId = trust.correlationId(request);
        if (correlationId.isEmpty()) {
            return refuse(Reply.UNAUTHORIZED, http, callback);
        }
        if (!isPlainJson(request)) {
            return refuse(Reply.NOT_JSON, http, callback);
        }
        byte[] body = read(request);
        if (body.length > maxEventSize) {
            return refuse(Reply.TOO_LARGE, http, callback);
        }
        Optional<ParseCompletion> event = CompletionReader.read(body);
        if (event.isEmpty()) {
            return refuse(Reply.NOT_A_COMPLETION, http, callback);
        }
        Completion completion = new Completion(event.get(), correlationId.get());
        return itsDocument.test(completion)
                ? feed(completion, http, callback)
                : refuse(Reply.UNAUTHORIZED, http, callback);
    }

    private boolean feed(Completion completion, Exchange http, AsyncCallback callback) {
        feed.offer(completion).whenComplete((success, failure) -> {
            boolean accepted = failure == null && success;
            reply(accepted ? Reply.ACCEPTED : Reply.FAILED, http, doneSync -> callback.done(false));
        });
        return false;
    }

    private boolean refuse(Reply reply, Exchange http, AsyncCallback callback) {
        counts.add(ReceptionCounts.End.REFUSED);
        return reply(reply, http, callback);
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
