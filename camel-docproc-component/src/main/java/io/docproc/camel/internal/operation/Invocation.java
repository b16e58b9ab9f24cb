/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.operation;

import io.docproc.camel.error.DocprocDocumentException;
import io.docproc.camel.error.DocprocInvalidResponseException;
import io.docproc.camel.error.DocprocRateLimitException;
import io.docproc.camel.error.ServiceFailure;
import io.docproc.camel.internal.body.Document;
import io.docproc.camel.internal.body.DocumentOutput;
import io.docproc.camel.internal.body.DocumentRules;
import io.docproc.camel.internal.body.Documents;
import io.docproc.camel.internal.body.ParsedDocument;
import io.docproc.camel.internal.body.SpoolingOutputStream;
import io.docproc.camel.internal.http.CallSettings;
import io.docproc.camel.internal.http.ResultHeader;
import io.docproc.camel.internal.http.ServiceCall;
import io.docproc.camel.internal.http.ServiceClient;
import io.docproc.camel.internal.http.ServiceResponse;
import java.io.OutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.regex.Pattern;
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
    static final int MAX_CORRELATION_ID = 512;

    private static final int HTTP_ERROR = 300;
    private static final Pattern NOT_STORABLE = Pattern.compile("[\\x00\\p{Cs}]");
    private static final String CONSUMED_STREAM = "CamelDocprocConsumedStream";
    private static final String STREAM_COPY = "CamelDocprocStreamCopy";
    private static final String JOBS = "CamelDocprocJobs";

    private final Exchange exchange;
    private final OptionValues options;
    private final ServiceClient client;
    private final CallSettings settings;
    private final Optional<StoredResults.Reuse> reuse;
    private final List<SpoolingOutputStream> spools = new ArrayList<>();
    private final Set<Object> partStreams = Collections.newSetFromMap(new IdentityHashMap<>());
    private boolean copiesStreams;
    private ServiceResponse received;

    /**
     * Creates a call.
     *
     * @param options the options of this call
     * @param exchange the exchange whose message the operation reads
     * @param client executes the call
     * @param settings conditions and HTTP headers of this call
     * @param reuse the reuse of stored results, if there is a repository
     */
    public Invocation(
            OptionValues options,
            Exchange exchange,
            ServiceClient client,
            CallSettings settings,
            Optional<StoredResults.Reuse> reuse) {
        this.options = options;
        this.exchange = exchange;
        this.client = client;
        this.settings = settings;
        this.reuse = reuse;
    }

    /** Copies a stream that can be read once before it is sent, so that the call can be made again. */
    public void copyStreams() {
        copiesStreams = true;
    }

    /** Returns whether a further call can read the same input; false after parts that can be read once. */
    public boolean isRepeatable() {
        return partStreams.isEmpty();
    }

    /**
     * Performs the operation. If the service rejects the call for exceeding the rate limit, the cooldown of the account
     * starts.
     *
     * @throws io.docproc.camel.error.DocprocException if the call is invalid or fails
     */
    public Operation.Result perform(Operation call) {
        try {
            Operation.Result result = call.perform(this);
            return reuse.map(stored -> result.with(ResultHeader.BILLED, !stored.isReused()))
                    .orElse(result);
        } catch (DocprocRateLimitException e) {
            client.startCooldown(received == null ? Duration.ZERO : received.retryAfter());
            throw e;
        } catch (Error e) {
            if (received == null) {
                throw e;
            }
            throw unreadable(received, e);
        }
    }

    /** Returns the exception for an error after the response has arrived, with the bytes that were spooled. */
    private DocprocInvalidResponseException unreadable(ServiceResponse response, Error cause) {
        return DocprocInvalidResponseException.withError(response.unreadable(), response.excerpt(), spooled(), cause);
    }

    /** Returns the first bytes that were spooled; null if there are none. */
    private Object spooled() {
        return spools.stream()
                .filter(spool -> spool.length() > 0)
                .findFirst()
                .map(SpoolingOutputStream::content)
                .orElse(null);
    }

    /** Notes the response, so that an error while it is read becomes an exception that carries it. */
    private <T> ServiceResponse.Reader<T> noted(ServiceResponse.Reader<T> reader) {
        return response -> {
            received = response;
            spools.clear();
            return reader.read(response);
        };
    }

    /** Returns the name of the operation. */
    String operation() {
        return options.operation().name();
    }

    /** Returns the options of this call. */
    OptionValues options() {
        return options;
    }

    /** Returns the message body without conversion. */
    Object body() {
        return exchange.getMessage().getBody();
    }

    /** Returns the message body as text; null if there is none. */
    String text() {
        return Documents.text(exchange.getMessage(), operation());
    }

    /** Returns the URL of a document that the service downloads itself; empty if the body is the document. */
    Optional<String> fileUrl() {
        return options.text("fileUrl");
    }

    /**
     * Returns the document in the body, validated against the rules unless {@code validateInput} is false.
     *
     * @throws io.docproc.camel.error.DocprocException if the body contains no document, the document is invalid, or it
     *     is a stream that was already sent, of which the rest would be sent as a whole document
     */
    Document checkedDocument(DocumentRules rules) {
        restoreCopy();
        Message message = exchange.getMessage();
        Document document = Documents.from(message, options.text("fileName"), operation());
        if (!document.repeatable()) {
            requireUnread(CONSUMED_STREAM, message.getBody(), "body");
            exchange.removeProperty(STREAM_COPY);
        }
        boolean copied = copiesStreams && !document.repeatable();
        return prepared(document, rules, copied, digest -> reuse.ifPresent(stored -> stored.document(digest)), copy -> {
            exchange.setProperty(STREAM_COPY, copy);
            restoreCopy();
        });
    }

    /**
     * Validates a document, and computes its digest if results are stored. A stream that can be read once is then replaced
     * by a copy.
     *
     * @param copied whether a stream is replaced by a copy also if results are not stored
     * @param key receives the digest
     * @param kept receives the copy, if there is one
     */
    private Document prepared(
            Document document, DocumentRules rules, boolean copied, Consumer<byte[]> key, Consumer<StreamCache> kept) {
        return client.run(operation(), () -> {
            Document checked = options.validateInput() ? rules.check(document, operation()) : document;
            if (reuse.isEmpty() && !copied) {
                return checked;
            }
            SpoolingOutputStream copy = new SpoolingOutputStream(exchange);
            OutputStream out = document.repeatable() ? OutputStream.nullOutputStream() : copy;
            key.accept(StoredResults.digest(operation(), checked, out));
            if (document.repeatable()) {
                return checked;
            }
            kept.accept(copy.content());
            return Documents.copied(checked, copy.content());
        });
    }

    /** Replaces a consumed stream by its copy, also after Camel has restored the original body for a redelivery. */
    private void restoreCopy() {
        Message message = exchange.getMessage();
        if (message.getBody() != null
                && message.getBody() == exchange.getProperty(CONSUMED_STREAM)
                && exchange.getProperty(STREAM_COPY) instanceof StreamCache copy) {
            message.setBody(copy);
        }
    }

    /**
     * Returns a document that is a part of the body, validated as {@link #checkedDocument} does. Only a single document has the file name of the
     * message, which belongs to none of several.
     *
     * @param part the name of the part, for messages
     * @throws io.docproc.camel.error.DocprocException if the value is no document, or its stream was already sent
     */
    Document part(String part, Object value, boolean single, DocumentRules rules) {
        Message message = exchange.getMessage().copy();
        message.setBody(value);
        if (!single) {
            message.removeHeader(Exchange.FILE_NAME);
            message.removeHeader(Exchange.FILE_NAME_ONLY);
        }
        Document document = Documents.from(message, single ? options.text("fileName") : Optional.empty(), operation());
        if (!document.repeatable()) {
            requireUnread(CONSUMED_STREAM + "." + part, value, "part " + part);
            if (!partStreams.add(value)) {
                throw options.refusal("the part " + part
                        + " is the same stream as another part and cannot be read twice; send a file or bytes, or enable"
                        + " stream caching");
            }
        }
        Consumer<byte[]> key =
                digest -> keyField("part " + part, () -> HexFormat.of().formatHex(digest));
        return prepared(document, rules, false, key, copy -> {});
    }

    private void requireUnread(String property, Object stream, String subject) {
        if (exchange.getProperty(property) == stream) {
            throw new DocprocDocumentException(ServiceFailure.local(
                    operation(),
                    0,
                    "the " + subject
                            + " is a stream that was already sent once and cannot be read again; send a file or"
                            + " bytes, or enable stream caching"));
        }
        exchange.setProperty(property, stream);
    }

    /**
     * Returns the correlation id of a parse job for which the route sets none: the file name of the document, else the
     * exchange id. From the second job of an exchange on, the number of the job is appended to the exchange id.
     */
    String defaultCorrelationId() {
        Message message = exchange.getMessage();
        int created = exchange.getProperty(JOBS, 0, Integer.class);
        String number = created == 0 ? "" : "-" + (created + 1);
        return options.fromHeader("fileName")
                .map(String.class::cast)
                .or(() -> Documents.fileName(message)
                        .map(name -> Documents.isConsumedName(message) ? name + branch() + number : name))
                .filter(Invocation::isCorrelationId)
                .orElseGet(() -> exchange.getExchangeId() + number);
    }

    /** Returns whether each URL and each database returns an id as it is. */
    static boolean isCorrelationId(String id) {
        return id.length() <= MAX_CORRELATION_ID && !NOT_STORABLE.matcher(id).find();
    }

    /**
     * Returns the suffix of a part of a split file or a branch of a multicast. All of them have the name of the consumed
     * file.
     */
    private String branch() {
        List<Integer> indexes = Stream.of(ExchangePropertyKey.SPLIT_INDEX, ExchangePropertyKey.MULTICAST_INDEX)
                .map(index -> exchange.getProperty(index, Integer.class))
                .filter(Objects::nonNull)
                .toList();
        return indexes.stream().allMatch(index -> index == 0)
                ? ""
                : indexes.stream().map(index -> "-" + (index + 1)).collect(Collectors.joining());
    }

    /** Counts a parse job that the service has created for this exchange. */
    void countJob() {
        exchange.setProperty(JOBS, exchange.getProperty(JOBS, 0, Integer.class) + 1);
    }

    /**
     * Returns the result for a parsed document.
     *
     * @throws io.docproc.camel.error.DocprocException if the document is partial and not accepted, or does not have the
     *     requested content
     */
    Operation.Result result(ParsedDocument document, Map<ResultHeader, Optional<?>> headers) {
        DocumentOutput output = DocumentOutput.of(
                options.text("output").orElse(null),
                options.text("partialFailure").orElse(null));
        return new Operation.Result(output.body(document), output.contentType(), headers);
    }

    /** Opens storage for bytes of the response. The storage exists as long as a body refers to it. */
    SpoolingOutputStream spool() {
        SpoolingOutputStream spool = new SpoolingOutputStream(exchange);
        spools.add(spool);
        return spool;
    }

    /** Returns whether the result of this call is stored. */
    boolean storesResult() {
        return reuse.isPresent();
    }

    /** Adds the bytes of a request without a document to the key of the result, if results are stored. */
    void keyBody(byte[] bytes) {
        reuse.ifPresent(stored -> stored.document(StoredResults.sha256().digest(bytes)));
    }

    /** Adds a request field to the key of the result, if results are stored. */
    void keyField(String name, Supplier<String> value) {
        reuse.ifPresent(stored -> stored.field(name, value.get()));
    }

    /**
     * Makes a call and returns the result that the reader creates from its response. If the JSON of the response cannot
     * be read, the exception carries what was read.
     */
    <T> T call(ServiceCall call, ServiceResponse.Reader<T> reader) {
        return withResponse(() -> client.execute(withSecrets(call), settings, noted(reader)));
    }

    private <T> T withResponse(Supplier<T> call) {
        try {
            return call.get();
        } catch (DocprocInvalidResponseException e) {
            Object content = e.getResponse() == null && e.getHttpStatus() < HTTP_ERROR ? spooled() : null;
            throw content == null ? e : e.copyWithResponse(content);
        }
    }

    /**
     * Returns the stored result of a billed call, or makes the call and stores its result. If the JSON of the response
     * cannot be read, the exception carries what was read.
     *
     * @param isComplete returns whether a result is successful and complete, so that it can be stored
     */
    <T> T billedCall(ServiceCall call, ServiceResponse.Reader<T> reader, Predicate<T> isComplete) {
        return withResponse(() -> reuse.filter(StoredResults.Reuse::isPossible)
                .map(stored -> stored.call(
                        client,
                        withSecrets(call),
                        settings,
                        noted(reader),
                        isComplete,
                        () -> new SpoolingOutputStream(exchange)))
                .orElseGet(() -> call(call, reader)));
    }

    /**
     * Makes a billed call whose response contains a parsed document, or returns its stored result.
     *
     * @param names names of the members to find in the response
     * @param isComplete returns whether a response is successful and complete, so that it can be stored
     */
    SpooledResponse billedDocument(ServiceCall call, Set<String> names, Predicate<SpooledResponse> isComplete) {
        return billedCall(call, spooled(names), isComplete);
    }

    private ServiceCall withSecrets(ServiceCall call) {
        return options.text("pdfPassword").map(call::withSecret).orElse(call);
    }

    /**
     * Makes a call that is never reused, and returns its successful response.
     *
     * @param names names of the members to find in the response
     * @throws io.docproc.camel.error.DocprocException if the call fails, or the service reports an error
     */
    SpooledResponse successfulCall(ServiceCall call, Set<String> names) {
        SpooledResponse response = call(call, spooled(names));
        response.envelope().requireSuccess(response::whole);
        return response;
    }

    /** Returns a reader that spools a response and finds the members with these names. */
    ServiceResponse.Reader<SpooledResponse> spooled(Set<String> names) {
        return response -> SpooledResponse.read(response, spool(), names);
    }
}
