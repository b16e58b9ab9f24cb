/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.completion;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.docproc.camel.internal.body.JsonResponses;
import io.docproc.camel.internal.http.ServiceAccount;
import io.docproc.camel.job.JobRepository;
import io.docproc.camel.job.MemoryJobRepository;
import io.docproc.camel.job.SubmittedJob;
import io.docproc.camel.model.ModelJson;
import io.docproc.camel.model.ParseCompletion;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Clock;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.apache.camel.AsyncCallback;
import org.apache.camel.CamelContext;
import org.apache.camel.Consumer;
import org.apache.camel.Endpoint;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.apache.camel.Processor;
import org.apache.camel.spi.RestConfiguration;
import org.apache.camel.spi.RestConsumerFactory;
import org.apache.camel.support.AsyncProcessorSupport;
import org.apache.camel.support.CamelContextHelper;
import org.apache.camel.support.service.ServiceHelper;
import org.apache.camel.util.ObjectHelper;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Receives callbacks on an HTTP server of the application: authenticates a request before it reads the body, reads at most
 * one byte more than {@code maxCallbackSize}, delivers the completion to the route, and responds when the route has
 * completed. Only the completion reaches the route, not the headers of the request. A lost callback is replaced by polls.
 *
 * <p>While the consumer is suspended, the server responds with status 503, so that callbacks that are in the route still
 * receive their response.
 */
public final class WebhookConsumer extends CompletionsConsumer {
    private static final Logger LOG = LoggerFactory.getLogger(WebhookConsumer.class);
    private static final String SERVERS = "Camel Main: add camel-platform-http-main and set camel.server.enabled=true;"
            + " Spring Boot: add camel-platform-http-starter and spring-boot-starter-web; Quarkus: add"
            + " camel-quarkus-platform-http; or set webhookComponentName to servlet, jetty, netty-http or undertow";
    private static final long MIN_INTERVAL = 50;
    private static final long MAX_INTERVAL = 5_000;
    private static final int MAX_TEXT_LENGTH = 2048;
    /** Failed jobs that a consumer without a job repository remembers. Any sender can add some if signatures are optional. */
    private static final int MAX_UNSTORED_JOBS = 1_000;

    private final AtomicInteger callbacksInFlight = new AtomicInteger();
    private Consumer httpConsumer;

    /** HTTP response to a callback: a status code and a fixed text without details of an exception. */
    private enum Response {
        ACCEPTED(200, Outcome.PROCESSED, "accepted"),
        /** The route has processed the completion before, or another node is processing it. */
        DUPLICATE(200, Outcome.DUPLICATE, "accepted"),
        NOT_A_COMPLETION(400, Outcome.REFUSED, "the body is not a JSON object with the strings job_id and status"),
        UNAUTHORIZED(401, Outcome.REFUSED, "signature missing, wrong or expired"),
        METHOD_NOT_ALLOWED(405, Outcome.REFUSED, "only POST is allowed"),
        TOO_LARGE(413, Outcome.REFUSED, "the body is larger than maxCallbackSize"),
        NOT_JSON(415, Outcome.REFUSED, "only uncompressed application/json is allowed"),
        FAILED(500, Outcome.FAILED, "processing failed, send again later"),
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
     * Creates a consumer that is not started.
     *
     * @param endpoint endpoint of the consumer
     * @param processor the route
     * @param callbacks path, signature and deadline of the jobs
     * @param jobs contains the jobs; if empty, the consumer remembers the last jobs in memory
     * @throws IllegalArgumentException if an option is out of range, or callbacks must be signed and there is no secret
     */
    public WebhookConsumer(
            Endpoint endpoint,
            Processor processor,
            CompletionOptions options,
            Callbacks callbacks,
            Optional<JobRepository> jobs,
            Supplier<JobStatus> jobStatus,
            int maxRequests,
            Supplier<Semaphore> requestPermits,
            java.util.function.Consumer<Outcome> outcomes,
            Clock clock) {
        super(
                endpoint,
                processor,
                options,
                callbacks,
                true,
                jobs.orElseGet(() -> new MemoryJobRepository(MAX_UNSTORED_JOBS)),
                ServiceAccount.duration(options.getPollAfter(), TimeUnit.MILLISECONDS),
                jobStatus,
                maxRequests,
                requestPermits,
                outcomes,
                clock);
        if (callbacks.signer().isEmpty() && options.isRequireSignature()) {
            throw new IllegalArgumentException("Option callbackSecret of docproc:webhook is not set; it is required"
                    + " while requireSignature is true; set it on the component, or set requireSignature=false to"
                    + " accept unsigned callbacks to " + callbacks.path() + " from any sender");
        }
        if (options.getMaxCallbackSize() < 1) {
            throw new IllegalArgumentException("Option maxCallbackSize is " + options.getMaxCallbackSize()
                    + "; allowed is a number of bytes from 1 up");
        }
        if (options.getPollAfter() < 0 || (polls() && jobs.isEmpty())) {
            throw new IllegalArgumentException("Option pollAfter is " + options.getPollAfter()
                    + " ms; allowed are 0 and, with a jobRepository on the component, durations above 0; set"
                    + " jobRepository, or remove pollAfter");
        }
        if (!polls() && jobs.isPresent()) {
            LOG.warn("docproc:webhook has a jobRepository, but pollAfter is 0: a job whose callback is lost is never"
                    + " polled and stays in the repository; set pollAfter to a duration such as 15m");
        }
    }

    private boolean polls() {
        return options.getPollAfter() > 0;
    }

    @Override
    protected void doStart() throws Exception {
        long interval = Math.max(MIN_INTERVAL, Math.min(options.getPollAfter() / 4, MAX_INTERVAL));
        setTimeUnit(TimeUnit.MILLISECONDS);
        setInitialDelay(MIN_INTERVAL);
        setDelay(interval);
        setStartScheduler(polls());
        super.doStart();
        if (!polls()) {
            // Camel's health check would wait for the first poll.
            forceConsumerAsReady();
        }
    }

    @Override
    void startServer() throws Exception {
        try {
            httpConsumer = createHttpConsumer();
            ServiceHelper.startService(httpConsumer);
        } catch (Exception e) {
            throw withAdvice(e);
        }
    }

    private Consumer createHttpConsumer() throws Exception {
        String name = options.getWebhookComponentName();
        CamelContext context = getEndpoint().getCamelContext();
        if (!(context.getComponent(name, true) instanceof RestConsumerFactory server)) {
            throw new IllegalArgumentException("The component " + name
                    + " cannot receive HTTP requests: it is not on the class path, or it is not a"
                    + " RestConsumerFactory. " + SERVERS);
        }
        Processor receiver = new AsyncProcessorSupport() {
            @Override
            public boolean process(Exchange http, AsyncCallback callback) {
                return receive(http, callback);
            }
        };
        RestConfiguration configuration = withoutContextPath(CamelContextHelper.getRestConfiguration(context, name));
        return server.createConsumer(
                context, receiver, "POST", callbacks.path(), null, null, null, configuration, Map.of());
    }

    /** Camel names the class that is missing, and not what to add. */
    private Exception withAdvice(Exception failure) {
        for (Throwable cause : ObjectHelper.createExceptionIterable(failure)) {
            if (String.valueOf(cause.getMessage()).contains("PlatformHttpEngine")) {
                return new IllegalStateException(
                        "docproc:webhook has no HTTP server for the path " + callbacks.path() + " ("
                                + cause.getMessage() + "). " + SERVERS,
                        failure);
            }
        }
        return failure;
    }

    /**
     * Returns the configuration without its context path, because {@code path} is already the complete path of the
     * callback URL.
     */
    private static RestConfiguration withoutContextPath(RestConfiguration configured) {
        RestConfiguration server = new RestConfiguration();
        copy(configured.getComponent(), server::setComponent);
        copy(configured.getScheme(), server::setScheme);
        copy(configured.getHost(), server::setHost);
        server.setPort(configured.getPort());
        copy(configured.getHostNameResolver(), server::setHostNameResolver);
        server.setUseXForwardHeaders(configured.isUseXForwardHeaders());
        copy(configured.getComponentProperties(), server::setComponentProperties);
        copy(configured.getConsumerProperties(), server::setConsumerProperties);
        copy(configured.getEndpointProperties(), server::setEndpointProperties);
        return server;
    }

    /** Camel 4.22 has no setting without a value: its setters reject null. */
    private static <T> void copy(T value, java.util.function.Consumer<T> setting) {
        Optional.ofNullable(value).ifPresent(setting);
    }

    private boolean receive(Exchange http, AsyncCallback callback) {
        callbacksInFlight.incrementAndGet();
        CompletableFuture<Response> response;
        try {
            response = response(http.getMessage());
        } catch (Throwable e) {
            response = CompletableFuture.failedFuture(e);
        }
        boolean sync = response.isDone();
        response.whenComplete((written, failure) -> {
            try {
                if (failure != null) {
                    LOG.warn("A callback could not be processed; the service can send it again", failure);
                }
                Response sent = failure == null ? written : Response.FAILED;
                outcomes.accept(sent.outcome);
                sent.writeTo(http);
                callback.done(sync);
            } finally {
                callbacksInFlight.decrementAndGet();
            }
        });
        return sync;
    }

    /** Authenticates the request, reads the completion, and delivers it on the current thread. */
    private CompletableFuture<Response> response(Message request) throws IOException {
        if (!isPollAllowed()) {
            return refusal(Response.UNAVAILABLE);
        }
        if (!"POST".equalsIgnoreCase(request.getHeader(Exchange.HTTP_METHOD, String.class))) {
            return refusal(Response.METHOD_NOT_ALLOWED);
        }
        Optional<String> signed = callbacks.signer().flatMap(signer -> signer.verify(rawQuery(request)));
        if (signed.isEmpty() && options.isRequireSignature()) {
            return refusal(Response.UNAUTHORIZED);
        }
        if (!isUncompressedJson(request)) {
            return refusal(Response.NOT_JSON);
        }
        byte[] body = read(request);
        if (body.length > options.getMaxCallbackSize()) {
            return refusal(Response.TOO_LARGE);
        }
        Optional<ParseCompletion> completion = parse(body);
        if (completion.isEmpty()) {
            return refusal(Response.NOT_A_COMPLETION);
        }
        String jobId = completion.get().jobId();
        String id = signed.orElse("");
        SubmittedJob job = repository
                .find(jobId)
                .orElseGet(
                        () -> new SubmittedJob(jobId, id, callbacks.fileName(id), callbacks.path(), clock.instant()));
        // Otherwise the URL of one document could report the completion of another one.
        if (options.isRequireSignature() && !job.correlationId().equals(signed.get())) {
            return refusal(Response.UNAUTHORIZED);
        }
        Delivery delivery = new Delivery(job, completion.get());
        return switch (delivery.lease()) {
            case ACQUIRED -> delivery.run().thenApply(done -> done ? Response.ACCEPTED : Response.FAILED);
            case COMPLETED -> refusal(Response.DUPLICATE);
            // The route of the lease's holder may still fail, and only a poll would then deliver the completion again.
            case HELD_BY_OTHER, UNKNOWN -> refusal(polls() ? Response.DUPLICATE : Response.UNAVAILABLE);
        };
    }

    private static CompletableFuture<Response> refusal(Response response) {
        return CompletableFuture.completedFuture(response);
    }

    /**
     * Returns the query as it was sent. Some HTTP servers put it into {@code HTTP_RAW_QUERY} and the decoded query into
     * {@code HTTP_QUERY}.
     */
    private static String rawQuery(Message request) {
        String raw = request.getHeader(Exchange.HTTP_RAW_QUERY, String.class);
        return raw == null ? request.getHeader(Exchange.HTTP_QUERY, String.class) : raw;
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
            return body.readNBytes((int) Math.min(options.getMaxCallbackSize() + 1L, Integer.MAX_VALUE));
        }
    }

    /**
     * Returns the completion in a body (interface document, Events). Returns an empty result unless the body is a JSON
     * object with the strings {@code job_id} and {@code status}, neither of them blank or longer than 2,048 characters.
     */
    private static Optional<ParseCompletion> parse(byte[] body) {
        try {
            JsonNode json = JsonResponses.read(new ByteArrayInputStream(body), ModelJson.mapper(), JsonNode.class);
            return json instanceof ObjectNode object && isText(object, "job_id") && isText(object, "status")
                    ? Optional.of(ModelJson.mapper().treeToValue(object, ParseCompletion.class))
                    : Optional.empty();
        } catch (IOException | RuntimeException e) {
            return Optional.empty();
        }
    }

    private static boolean isText(ObjectNode object, String name) {
        JsonNode value = object.path(name);
        return value.isTextual() && !value.asText().isBlank() && value.asText().length() <= MAX_TEXT_LENGTH;
    }

    /** The response to a callback is written after its exchange has left the route. */
    @Override
    public int getPendingExchangesSize() {
        return super.getPendingExchangesSize() + callbacksInFlight.get();
    }

    @Override
    protected void doStop() throws Exception {
        ServiceHelper.stopAndShutdownService(httpConsumer);
        httpConsumer = null;
        super.doStop();
    }
}
