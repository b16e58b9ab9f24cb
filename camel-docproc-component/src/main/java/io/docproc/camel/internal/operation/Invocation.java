/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.operation;

import io.docproc.camel.error.DocprocDocumentException;
import io.docproc.camel.error.DocprocInvalidResponseException;
import io.docproc.camel.error.DocprocPartialFailureException;
import io.docproc.camel.error.DocprocRateLimitException;
import io.docproc.camel.error.ServiceFailure;
import io.docproc.camel.internal.document.Document;
import io.docproc.camel.internal.document.DocumentInspector;
import io.docproc.camel.internal.document.DocumentRules;
import io.docproc.camel.internal.document.Documents;
import io.docproc.camel.internal.http.HeaderPropagation;
import io.docproc.camel.internal.http.ResponseHandler;
import io.docproc.camel.internal.http.ResultHeader;
import io.docproc.camel.internal.http.ServiceCall;
import io.docproc.camel.internal.http.ServiceClient;
import io.docproc.camel.internal.stream.SpoolScope;
import io.docproc.camel.internal.stream.SpoolingOutputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangePropertyKey;
import org.apache.camel.Message;
import org.apache.camel.StreamCache;

/**
 * One call of an operation: reads the message of an exchange, and makes the call with a client. Used by one thread.
 */
public final class Invocation {
    private static final String CONSUMED_STREAM = "CamelDocprocConsumedStream";
    private static final String STREAM_COPY = "CamelDocprocStreamCopy";
    private static final String JOBS = "CamelDocprocJobs";

    private final String operation;
    private final Exchange exchange;
    private final CallOptions options;
    private final ServiceClient client;
    private final CallSettings settings;
    private final Optional<ResultReuse> reuse;
    private final SpoolScope spools;
    private final Optional<Map<String, String>> requestHeaders;

    /**
     * Creates a call.
     *
     * @param options the options of this call
     * @param exchange the exchange whose message the operation reads
     * @param client executes the call
     * @param settings the settings of this call
     */
    public Invocation(CallOptions options, Exchange exchange, ServiceClient client, CallSettings settings) {
        this.operation = options.operation();
        this.options = options;
        this.exchange = exchange;
        this.client = client;
        this.settings = settings;
        this.reuse = settings.reuse();
        this.spools = new SpoolScope(exchange);
        // Before the document is read: a filter that fails then leaves a stream for a redelivery.
        this.requestHeaders = settings.headers().map(HeaderPropagation::toService);
    }

    /**
     * Performs the operation. If the service rejects the call for exceeding the rate limit, the cooldown of the account
     * starts. If the call fails, the bytes of its response are deleted unless the exception carries the response.
     *
     * @throws io.docproc.camel.error.DocprocException if the call is invalid or fails
     */
    public OperationResult perform(Operation call) {
        try {
            OperationResult outcome = call.perform(this);
            return reuse.map(stored -> outcome.with(ResultHeader.BILLED, !stored.isReused()))
                    .orElse(outcome);
        } catch (RuntimeException | Error e) {
            if (e instanceof DocprocRateLimitException) {
                client.startCooldown();
            }
            if (!carriesResponse(e)) {
                discard();
            }
            throw e;
        }
    }

    private static boolean carriesResponse(Throwable failure) {
        return failure instanceof DocprocPartialFailureException
                || (failure instanceof DocprocInvalidResponseException invalid && invalid.getResponse() != null);
    }

    /** Deletes the bytes of the response. A body that refers to them becomes unreadable. */
    public void discard() {
        spools.discard();
    }

    /** Returns the name of the operation. */
    String operation() {
        return operation;
    }

    /** Returns the options of this call. */
    CallOptions options() {
        return options;
    }

    /** Returns the message body without conversion. */
    Object body() {
        return exchange.getMessage().getBody();
    }

    /** Returns the message body as text; null if there is none. */
    String text() {
        return Documents.text(exchange.getMessage(), operation);
    }

    /**
     * Returns the correlation id of a job for which the route sets none: the file name of the document, else the
     * exchange id. From the second job of an exchange on, the number of the job is appended to the exchange id.
     */
    String defaultCorrelationId() {
        return options.fromHeader(DocumentOptions.FILE_NAME)
                .or(() -> Documents.fileName(exchange.getMessage())
                        .map(name -> Documents.isConsumedName(exchange.getMessage()) ? name + part() + job() : name))
                .orElseGet(() -> exchange.getExchangeId() + job());
    }

    /** The parts of a split file and the branches of a multicast have the name of the consumed file. */
    private String part() {
        List<Integer> indexes = Stream.of(ExchangePropertyKey.SPLIT_INDEX, ExchangePropertyKey.MULTICAST_INDEX)
                .map(index -> exchange.getProperty(index, Integer.class))
                .filter(Objects::nonNull)
                .toList();
        return indexes.stream().allMatch(index -> index == 0)
                ? ""
                : indexes.stream().map(index -> "-" + (index + 1)).collect(Collectors.joining());
    }

    private String job() {
        return jobs() == 0 ? "" : "-" + (jobs() + 1);
    }

    private int jobs() {
        return exchange.getProperty(JOBS, 0, Integer.class);
    }

    /** Counts a job that the service has created for this exchange. */
    void jobCreated() {
        exchange.setProperty(JOBS, jobs() + 1);
    }

    /** Returns whether the component validates the input before it sends the call. */
    boolean validates() {
        return options.get(DocumentOptions.VALIDATE_INPUT).orElse(true);
    }

    /** Returns the media type of the message body, without parameters and in lower case; empty if it is not set. */
    String contentType() {
        String type = exchange.getMessage().getHeader(Exchange.CONTENT_TYPE, "", String.class);
        return type.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
    }

    /**
     * Returns a document that is one of several in the body, without validation. Its name is its own, because the file
     * name of the message belongs to none of them.
     *
     * @param part the name of the part, for messages
     * @throws io.docproc.camel.error.DocprocException if the value is no document, or its stream was already sent
     */
    Document part(String part, Object value) {
        Message message = exchange.getMessage().copy();
        message.removeHeader(Exchange.FILE_NAME);
        message.removeHeader(Exchange.FILE_NAME_ONLY);
        return part(part, value, message, Optional.empty());
    }

    /**
     * Returns a document that is the only one in the body, without validation. It has the file name of the message.
     *
     * @param part the name of the part, for messages
     * @throws io.docproc.camel.error.DocprocException if the value is no document, or its stream was already sent
     */
    Document onlyPart(String part, Object value) {
        return part(part, value, exchange.getMessage().copy(), options.get(DocumentOptions.FILE_NAME));
    }

    private Document part(String part, Object value, Message message, Optional<String> fileName) {
        message.setBody(value);
        Document document = Documents.from(message, fileName, operation);
        if (!document.repeatable()) {
            requireUnread(CONSUMED_STREAM + "." + part, value, "part " + part);
        }
        return document;
    }

    /**
     * Returns the document in the body, validated against the rules unless {@code validateInput} is false.
     *
     * @throws io.docproc.camel.error.DocprocException if the body contains no document, the document is invalid, or its
     *     stream was already sent
     */
    Document document(DocumentRules rules) {
        return document(found -> validates() ? new DocumentInspector().check(found, rules, operation) : found);
    }

    /**
     * Returns the document in the body without validation.
     *
     * @throws io.docproc.camel.error.DocprocException if the body contains no document, or its stream was already sent
     */
    Document document() {
        return document(UnaryOperator.identity());
    }

    private Document document(UnaryOperator<Document> validation) {
        restoreCopy();
        Document document = Documents.from(exchange.getMessage(), options.get(DocumentOptions.FILE_NAME), operation);
        if (!document.repeatable()) {
            requireUnread(CONSUMED_STREAM, body(), "body");
            exchange.removeProperty(STREAM_COPY);
        }
        return client.readAhead(operation, () -> {
            Document checked = validation.apply(document);
            return reuse.isEmpty() ? checked : withDigest(checked, document);
        });
    }

    /**
     * Adds the digest of a document to the key of its result. A stream that can be read once is replaced by a stream
     * cache.
     */
    private Document withDigest(Document document, Document original) {
        if (original.repeatable()) {
            reuse.orElseThrow().document(operation, document, OutputStream.nullOutputStream());
            return document;
        }
        SpoolingOutputStream copy = new SpoolingOutputStream(exchange);
        try {
            reuse.orElseThrow().document(operation, document, copy);
        } catch (RuntimeException e) {
            copy.discard();
            throw e;
        }
        exchange.setProperty(STREAM_COPY, copy.content());
        restoreCopy();
        return Documents.copied(document, copy.content());
    }

    /** Replaces a consumed stream by its copy, also after Camel has restored the original body for a redelivery. */
    private void restoreCopy() {
        if (body() != null
                && body() == exchange.getProperty(CONSUMED_STREAM)
                && exchange.getProperty(STREAM_COPY) instanceof StreamCache copy) {
            exchange.getMessage().setBody(copy);
        }
    }

    /** Requires that a stream was not sent before. A consumed stream would send a truncated document. */
    private void requireUnread(String property, Object stream, String subject) {
        if (exchange.getProperty(property) == stream) {
            throw new DocprocDocumentException(ServiceFailure.local(
                    operation,
                    0,
                    "the " + subject
                            + " is a stream that was already sent once and cannot be read again; send a file or"
                            + " bytes, or enable stream caching"));
        }
        exchange.setProperty(property, stream);
    }

    /** Returns the URL of a document that the service downloads itself; empty if the body is the document. */
    Optional<String> fileUrl() {
        return options.get(DocumentOptions.FILE_URL);
    }

    /** Opens storage for bytes of the response. The storage exists as long as a body refers to it. */
    SpoolingOutputStream spool() {
        return spools.open();
    }

    /** Adds a request field to the key of the result, if results are stored. */
    void keyField(String name, Supplier<String> value) {
        reuse.ifPresent(stored -> stored.field(name, value));
    }

    /** Makes a call and returns the result that the reader creates from its response. */
    <T> T call(ServiceCall call, ResponseHandler<T> reader) {
        return client.execute(prepared(call), settings.conditions(), recordingHeaders(reader));
    }

    /**
     * Returns the stored result of a billed call, or makes the call and stores its result.
     *
     * @param isComplete returns whether a result is successful and complete, so that it can be stored
     */
    <T> T billedCall(ServiceCall call, ResponseHandler<T> reader, Predicate<T> isComplete) {
        return reuse.filter(ResultReuse::isPossible)
                .map(stored -> stored.call(
                        client, prepared(call), settings.conditions(), recordingHeaders(reader), isComplete))
                .orElseGet(() -> call(call, reader));
    }

    private ServiceCall prepared(ServiceCall call) {
        ServiceCall masked = options.get(RecognitionOptions.PDF_PASSWORD)
                .map(call::withSecret)
                .orElse(call);
        return requestHeaders.map(masked::withHeaders).orElse(masked);
    }

    private <T> ResponseHandler<T> recordingHeaders(ResponseHandler<T> reader) {
        return response -> {
            settings.headers().ifPresent(copied -> copied.received(response.headers()));
            return reader.read(response);
        };
    }

    /** Returns a reader that spools a response and finds the members with these names. */
    ResponseHandler<SpooledResponse> spooled(Set<String> names) {
        return response -> SpooledResponse.read(response, spool(), names);
    }
}
