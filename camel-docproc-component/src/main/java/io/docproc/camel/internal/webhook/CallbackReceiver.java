/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.webhook;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.docproc.camel.internal.body.JsonResponses;
import io.docproc.camel.internal.webhook.CompletionCounts.Outcome;
import io.docproc.camel.model.ModelJson;
import io.docproc.camel.model.ParseCompletion;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import org.apache.camel.AsyncCallback;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.apache.camel.support.AsyncProcessorSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Processes the HTTP requests of callbacks. It authenticates a request before it reads the body, and reads at most one
 * byte more than {@code maxCallbackSize}. Only the completion reaches the route, not the headers of the request. The
 * response is written after the route has completed. Thread-safe.
 */
final class CallbackReceiver extends AsyncProcessorSupport {
    private static final Logger LOG = LoggerFactory.getLogger(CallbackReceiver.class);
    private static final int MAX_TEXT_LENGTH = 2048;

    private final CompletionSettings settings;
    private final CompletionRunner runner;
    private final Executor threads;
    private final Semaphore downloads;

    /** HTTP response to a callback: a status code and a fixed text without details of an exception. */
    private enum Response {
        ACCEPTED(200, Outcome.PROCESSED, "accepted"),
        NOT_A_COMPLETION(400, Outcome.REFUSED, "the body is not a JSON object with the strings job_id and status"),
        UNAUTHORIZED(401, Outcome.REFUSED, "signature missing, wrong or expired"),
        METHOD_NOT_ALLOWED(405, Outcome.REFUSED, "only POST is allowed"),
        TOO_LARGE(413, Outcome.REFUSED, "the body is larger than maxCallbackSize"),
        NOT_JSON(415, Outcome.REFUSED, "only uncompressed application/json is allowed"),
        FAILED(500, Outcome.FAILED, "processing failed, send again later"),
        /** The route has processed the completion before, or another node is processing it. */
        DUPLICATE(200, Outcome.DUPLICATE, "accepted"),
        UNAVAILABLE(503, Outcome.REFUSED, "not accepted at present, send again later");

        private static final int RETRY_AFTER_SECONDS = 30;

        private final int httpStatus;
        private final Outcome outcome;
        private final String text;

        Response(int httpStatus, Outcome outcome, String text) {
            this.httpStatus = httpStatus;
            this.outcome = outcome;
            this.text = text;
        }

        static Response to(Outcome outcome) {
            return switch (outcome) {
                case PROCESSED -> ACCEPTED;
                case DUPLICATE -> DUPLICATE;
                case FAILED -> FAILED;
                case REFUSED -> UNAVAILABLE;
            };
        }

        /** Replaces the headers, the body and the exception of the HTTP exchange with this response. */
        void writeTo(Exchange http) {
            http.setException(null);
            Message message = http.getMessage();
            message.removeHeaders("*");
            message.setHeader(Exchange.HTTP_RESPONSE_CODE, httpStatus);
            message.setHeader(Exchange.CONTENT_TYPE, "application/json");
            if (this == METHOD_NOT_ALLOWED) {
                message.setHeader("Allow", "POST");
            }
            if (this == UNAVAILABLE) {
                message.setHeader("Retry-After", RETRY_AFTER_SECONDS);
            }
            message.setBody("{\"status\":\"" + text + "\"}");
        }
    }

    /**
     * @param settings authentication and maximum size of callbacks
     * @param runner runs the route for a completion, and counts the callbacks in flight
     * @param threads runs downloads and the routes of their results
     */
    CallbackReceiver(CompletionSettings settings, CompletionRunner runner, Executor threads) {
        this.settings = settings;
        this.runner = runner;
        this.threads = threads;
        this.downloads = new Semaphore(settings.maxConcurrent());
    }

    @Override
    public boolean process(Exchange http, AsyncCallback callback) {
        boolean begun = runner.begin();
        CompletableFuture<Response> response;
        try {
            response = begun ? response(http.getMessage()) : refusal(Response.UNAVAILABLE);
        } catch (Throwable e) {
            response = CompletableFuture.failedFuture(e);
        }
        boolean sync = response.isDone();
        response.whenComplete((written, failure) -> {
            try {
                Response sent = failure == null ? written : failed(failure);
                settings.counts().add(sent.outcome);
                sent.writeTo(http);
                callback.done(sync);
            } finally {
                if (begun) {
                    runner.end();
                }
            }
        });
        return sync;
    }

    /** Authenticates the request, reads the completion, and processes it. */
    private CompletableFuture<Response> response(Message request) throws IOException {
        if (!"POST".equalsIgnoreCase(request.getHeader(Exchange.HTTP_METHOD, String.class))) {
            return refusal(Response.METHOD_NOT_ALLOWED);
        }
        Optional<String> signed = settings.callbacks().signer().flatMap(signer -> signer.verify(rawQuery(request)));
        if (signed.isEmpty() && settings.options().isRequireSignature()) {
            return refusal(Response.UNAUTHORIZED);
        }
        if (!isUncompressedJson(request)) {
            return refusal(Response.NOT_JSON);
        }
        byte[] body = read(request);
        if (body.length > settings.options().getMaxCallbackSize()) {
            return refusal(Response.TOO_LARGE);
        }
        Optional<ParseCompletion> event = parse(body);
        if (event.isEmpty()) {
            return refusal(Response.NOT_A_COMPLETION);
        }
        String correlationId = signed.orElse("");
        if (settings.options().isRequireSignature()
                && !isForJob(correlationId, event.get().jobId())) {
            return refusal(Response.UNAUTHORIZED);
        }
        return process(event.get(), correlationId).thenApply(Response::to);
    }

    /**
     * Runs the route on the current thread, or on one of a limited number of threads if the result is downloaded. If there
     * is none, the future completes with {@code REFUSED}.
     */
    private CompletableFuture<Outcome> process(ParseCompletion event, String correlationId) {
        if (!runner.downloads(event)) {
            return runner.run(event, correlationId);
        }
        if (!downloads.tryAcquire()) {
            return CompletableFuture.completedFuture(Outcome.REFUSED);
        }
        try {
            return CompletableFuture.supplyAsync(() -> runner.run(event, correlationId), threads)
                    .thenCompose(outcome -> outcome)
                    .whenComplete((outcome, failure) -> downloads.release());
        } catch (RejectedExecutionException e) {
            downloads.release();
            return CompletableFuture.completedFuture(Outcome.REFUSED);
        }
    }

    private static CompletableFuture<Response> refusal(Response response) {
        return CompletableFuture.completedFuture(response);
    }

    private static Response failed(Throwable failure) {
        LOG.warn(
                "A callback could not be processed and received HTTP status 500; the service can send it again: {}",
                failure.toString(),
                failure);
        return Response.FAILED;
    }

    /**
     * Returns the query as it was sent. Some HTTP servers put it into {@code HTTP_RAW_QUERY} and the decoded query into
     * {@code HTTP_QUERY}.
     */
    private static String rawQuery(Message request) {
        String raw = request.getHeader(Exchange.HTTP_RAW_QUERY, String.class);
        return raw == null ? request.getHeader(Exchange.HTTP_QUERY, String.class) : raw;
    }

    /**
     * Returns whether a job was submitted with the correlation id of the callback URL. Otherwise the URL of one
     * document could report the completion of another one. Returns true for a job that the repository does not contain.
     */
    private boolean isForJob(String correlationId, String jobId) {
        return settings.jobRepository()
                .flatMap(repository -> repository.find(jobId))
                .map(job -> job.correlationId().equals(correlationId))
                .orElse(true);
    }

    private static boolean isUncompressedJson(Message request) {
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
            return body.readNBytes((int) Math.min(settings.options().getMaxCallbackSize() + 1L, Integer.MAX_VALUE));
        }
    }

    /**
     * Returns the completion in a body (interface document, Events). Returns an empty result unless the body is a JSON
     * object with the strings {@code job_id} and {@code status}, neither of them blank or longer than 2,048 characters.
     */
    static Optional<ParseCompletion> parse(byte[] body) {
        try {
            JsonNode json = JsonResponses.read(new ByteArrayInputStream(body), ModelJson.mapper(), JsonNode.class);
            if (json instanceof ObjectNode object && isText(object, "job_id") && isText(object, "status")) {
                return Optional.of(ModelJson.mapper().treeToValue(object, ParseCompletion.class));
            }
            return Optional.empty();
        } catch (IOException | RuntimeException e) {
            return Optional.empty();
        }
    }

    private static boolean isText(ObjectNode object, String name) {
        JsonNode value = object.path(name);
        return value.isTextual() && !value.asText().isBlank() && value.asText().length() <= MAX_TEXT_LENGTH;
    }
}
