/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.webhook;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.docproc.camel.internal.body.JsonResponses;
import io.docproc.camel.internal.http.InFlightTracker;
import io.docproc.camel.internal.observe.CompletionCounts;
import io.docproc.camel.internal.observe.CompletionCounts.Outcome;
import io.docproc.camel.model.ModelJson;
import io.docproc.camel.model.ParseCompletion;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.RejectedExecutionException;
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
    private static final String BLOCKS_SERVER_THREAD = "CamelDocprocBlocksServerThread";
    private static final int MAX_TEXT_LENGTH = 2048;

    private final WebhookSettings settings;
    private final CallbackAuthenticator authenticator;
    private final CompletionDispatcher dispatcher;
    private final CompletionCounts completions;
    private final InFlightTracker inFlight;

    /** HTTP response to a callback: a status code and a fixed text without details of an exception. */
    private enum Response {
        ACCEPTED(200, "accepted"),
        NOT_A_COMPLETION(400, "the body is not a JSON object with the strings job_id and status"),
        UNAUTHORIZED(401, "signature missing, wrong or expired"),
        METHOD_NOT_ALLOWED(405, "only POST is allowed"),
        TOO_LARGE(413, "the body is larger than maxCallbackSize"),
        NOT_JSON(415, "only uncompressed application/json is allowed"),
        FAILED(500, "processing failed, send again later"),
        UNAVAILABLE(503, "not accepted at present, send again later");

        private static final int RETRY_AFTER_SECONDS = 30;

        private final int httpStatus;
        private final String text;

        Response(int httpStatus, String text) {
            this.httpStatus = httpStatus;
            this.text = text;
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

    /** Thrown if a callback is not dispatched to the route. It has no stack trace, because any sender can cause it. */
    private static final class RefusedException extends Exception {
        private static final long serialVersionUID = 1L;

        private final Response response;

        RefusedException(Response response) {
            super(response.text, null, false, false);
            this.response = response;
        }
    }

    /**
     * @param settings authentication and maximum size of callbacks
     * @param dispatcher dispatches completions to the route
     * @param completions counts refused and failed callbacks
     * @param inFlight counts callbacks without a response; while it is closed, callbacks are refused
     */
    CallbackReceiver(
            WebhookSettings settings,
            CompletionDispatcher dispatcher,
            CompletionCounts completions,
            InFlightTracker inFlight) {
        this.settings = settings;
        this.authenticator = new CallbackAuthenticator(settings);
        this.dispatcher = dispatcher;
        this.completions = completions;
        this.inFlight = inFlight;
    }

    /** Processes a callback whose HTTP server blocks a thread until the response is written, as Vert.x does. */
    @Override
    public void process(Exchange http) throws Exception {
        http.setProperty(BLOCKS_SERVER_THREAD, true);
        super.process(http);
    }

    @Override
    public boolean process(Exchange http, AsyncCallback callback) {
        if (!inFlight.begin()) {
            completions.add(Outcome.REFUSED);
            return respond(Response.UNAVAILABLE, http, callback);
        }
        AsyncCallback responded = inFlight.completing(callback);
        try {
            return dispatch(completion(http), http, responded);
        } catch (RefusedException e) {
            completions.add(Outcome.REFUSED);
            return respond(e.response, http, responded);
        } catch (Throwable e) {
            LOG.warn(
                    "A callback could not be processed and received HTTP status 500; the service can send it again: {}",
                    e.toString(),
                    e);
            completions.add(Outcome.FAILED);
            return respond(Response.FAILED, http, responded);
        }
    }

    /** Returns the completion that an authenticated callback reports. */
    private Completion completion(Exchange http) throws IOException, RefusedException {
        Message request = http.getMessage();
        if (!"POST".equalsIgnoreCase(request.getHeader(Exchange.HTTP_METHOD, String.class))) {
            throw new RefusedException(Response.METHOD_NOT_ALLOWED);
        }
        String correlationId =
                authenticator.correlationId(request).orElseThrow(() -> new RefusedException(Response.UNAUTHORIZED));
        if (!isUncompressedJson(request)) {
            throw new RefusedException(Response.NOT_JSON);
        }
        byte[] body = read(request);
        if (body.length > settings.maxCallbackSize()) {
            throw new RefusedException(Response.TOO_LARGE);
        }
        ParseCompletion event = parse(body).orElseThrow(() -> new RefusedException(Response.NOT_A_COMPLETION));
        if (!authenticator.isForJob(correlationId, event.jobId())) {
            throw new RefusedException(Response.UNAUTHORIZED);
        }
        return new Completion(event, correlationId, queueFullPolicy(http));
    }

    private static Completion.QueueFullPolicy queueFullPolicy(Exchange http) {
        return http.getProperty(BLOCKS_SERVER_THREAD, false, boolean.class)
                ? Completion.QueueFullPolicy.REFUSE_EARLY
                : Completion.QueueFullPolicy.REFUSE;
    }

    private boolean dispatch(Completion completion, Exchange http, AsyncCallback responded) {
        CompletableFuture<Boolean> processed = dispatcher.offer(completion);
        boolean sync = processed.isDone();
        processed.whenComplete((accepted, failure) -> {
            try {
                responseTo(accepted, failure).writeTo(http);
            } finally {
                responded.done(sync);
            }
        });
        return sync;
    }

    private static Response responseTo(Boolean accepted, Throwable failure) {
        Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
        if (cause instanceof RejectedExecutionException) {
            return Response.UNAVAILABLE;
        }
        return cause == null && accepted ? Response.ACCEPTED : Response.FAILED;
    }

    private static boolean respond(Response response, Exchange http, AsyncCallback responded) {
        response.writeTo(http);
        responded.done(true);
        return true;
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
            return body.readNBytes((int) Math.min(settings.maxCallbackSize() + 1L, Integer.MAX_VALUE));
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
