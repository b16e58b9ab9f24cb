/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.operation;

import io.docproc.camel.error.DocprocDocumentException;
import io.docproc.camel.error.DocprocInvalidResponseException;
import io.docproc.camel.error.DocprocTransportException;
import io.docproc.camel.error.ServiceFailure;
import io.docproc.camel.internal.body.Document;
import io.docproc.camel.internal.body.DocumentOutput;
import io.docproc.camel.internal.body.DocumentReadException;
import io.docproc.camel.internal.body.DocumentRules;
import io.docproc.camel.internal.body.Documents;
import io.docproc.camel.internal.body.ParsedDocument;
import io.docproc.camel.internal.body.SpoolingOutputStream;
import io.docproc.camel.internal.call.Call;
import io.docproc.camel.internal.call.Ledger;
import io.docproc.camel.internal.http.ResultHeader;
import io.docproc.camel.internal.http.ServiceCall;
import io.docproc.camel.internal.http.ServiceResponse;
import java.io.IOException;
import java.io.InputStream;
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
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangePropertyKey;
import org.apache.camel.Message;
import org.apache.camel.StreamCache;

/**
 * Performs one operation for the message of an exchange: reads its document and options, and makes the call. Used by one
 * thread.
 */
public final class Invocation {
    static final int MAX_CORRELATION_ID = 512;

    private static final int HTTP_ERROR = 300;
    private static final Pattern NOT_STORABLE = Pattern.compile("[\\x00\\p{Cs}]");
    private static final String CONSUMED_STREAM = "CamelDocprocConsumedStream";
    private static final String STREAM_COPY = "CamelDocprocStreamCopy";
    private static final String JOBS = "CamelDocprocJobs";

    private final Exchange exchange;
    private final CamelContext context;
    private final OptionValues options;
    private final Call call;
    private final Optional<Ledger.Entry> entry;
    private final boolean copiesStreams;
    private final List<SpoolingOutputStream> spools = new ArrayList<>();
    private final Set<Object> partStreams = Collections.newSetFromMap(new IdentityHashMap<>());
    private ServiceResponse received;
    private boolean hasJob;

    /**
     * Creates an invocation.
     *
     * @param options the options of this call
     * @param exchange the exchange whose message the operation reads
     * @param call makes the call
     * @param entry the entry of a billed call in the ledger; empty for a call that is not billed, or whose answers are not
     *     to be reused
     * @param copiesStreams whether a stream that can be read once is copied, so that the call can be sent again
     */
    public Invocation(
            OptionValues options, Exchange exchange, Call call, Optional<Ledger.Entry> entry, boolean copiesStreams) {
        this.options = options;
        this.exchange = exchange;
        this.context = exchange.getContext();
        this.call = call;
        this.entry = entry;
        this.copiesStreams = copiesStreams;
    }

    /**
     * Performs the operation.
     *
     * @throws io.docproc.camel.error.DocprocException if the call is invalid or fails
     */
    public Operation.Result perform(Operation operation) {
        try {
            Operation.Result result = operation.perform(this);
            Optional<?> pages = result.headers().getOrDefault(ResultHeader.SUCCESS_COUNT, Optional.empty());
            Operation.Result counted = result.with(ResultHeader.BILLED_PAGES, isReused() ? pages.map(all -> 0) : pages);
            return options.operation().isBilled() ? counted.with(ResultHeader.BILLED, !isReused()) : counted;
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
        return Optional.ofNullable(options.document().getFileUrl());
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
        Document document = Documents.from(message, nameOption(), operation());
        if (!document.repeatable()) {
            requireUnread(CONSUMED_STREAM, message.getBody(), "body");
            exchange.removeProperty(STREAM_COPY);
        }
        return prepared(
                document,
                rules,
                copiesStreams,
                (read, digest) -> entry.ifPresent(
                        billed -> billed.document(document.length().orElse(-1), read, digest)),
                copy -> {
                    exchange.setProperty(STREAM_COPY, copy);
                    restoreCopy();
                });
    }

    /** Receives whether a document was read ahead, and its digest, which is empty if it was not read to its end. */
    @FunctionalInterface
    private interface Key {
        void document(boolean isRead, Supplier<Optional<byte[]>> digest);
    }

    /**
     * Validates a document, and reads it ahead if an earlier call of it may be known. A stream that can be read once is then
     * replaced by a copy.
     *
     * @param copied whether a stream that can be read once is replaced by a copy in any case
     * @param kept receives the copy, if there is one
     */
    private Document prepared(
            Document document, DocumentRules rules, boolean copied, Key key, Consumer<StreamCache> kept) {
        return call.prepare(() -> {
            Document checked = options.document().isValidateInput() ? rules.check(document, operation()) : document;
            entry.ifPresent(billed -> checked.digestWhileRead(billed::newDigest));
            boolean readsAhead = entry.filter(
                            billed -> billed.readsAhead(checked.length().orElse(-1)))
                    .isPresent();
            if (!readsAhead && (document.repeatable() || !copied)) {
                key.document(false, checked::digest);
                return checked;
            }
            SpoolingOutputStream copy = new SpoolingOutputStream(exchange);
            read(checked, document.repeatable() ? OutputStream.nullOutputStream() : copy);
            key.document(true, checked::digest);
            if (document.repeatable()) {
                return checked;
            }
            kept.accept(copy.content());
            return Documents.copied(checked, copy.content());
        });
    }

    private void read(Document document, OutputStream copy) {
        try (InputStream in = document.open();
                copy) {
            in.transferTo(copy);
        } catch (DocumentReadException e) {
            throw new DocprocDocumentException(ServiceFailure.local(operation(), 0, e.getMessage()), e);
        } catch (IOException e) {
            throw DocprocTransportException.notSent(
                    ServiceFailure.local(
                            operation(),
                            0,
                            "the document cannot be copied to the spool directory: " + e.getMessage()
                                    + "; nothing was sent"),
                    e);
        }
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
        Document document = Documents.from(message, single ? nameOption() : Optional.empty(), operation());
        if (!document.repeatable()) {
            requireUnread(CONSUMED_STREAM + "." + part, value, "part " + part);
            if (!partStreams.add(value)) {
                throw options.refusal("the part " + part
                        + " is the same stream as another part and cannot be read twice; send a file or bytes, or enable"
                        + " stream caching");
            }
        }
        return prepared(
                document,
                rules,
                copiesStreams,
                (read, digest) -> entry.ifPresent(billed -> {
                    billed.part(document.length().orElse(-1), read);
                    billed.field(
                            "part " + part,
                            () -> digest.get().map(HexFormat.of()::formatHex).orElse(""));
                }),
                copy -> {});
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
        return Optional.ofNullable(options.ofMessage().document().getFileName())
                .or(() -> Documents.fileName(message)
                        .map(name -> Documents.isConsumedName(message) ? name + branch() + number : name))
                .filter(Invocation::isCorrelationId)
                .orElseGet(() -> exchange.getExchangeId() + number);
    }

    private Optional<String> nameOption() {
        return Optional.ofNullable(options.document().getFileName());
    }

    /** Returns the name of the document; empty if it has none that each database can store. */
    String fileName() {
        return nameOption()
                .or(() -> Documents.fileName(exchange.getMessage()))
                .filter(Invocation::isCorrelationId)
                .orElse("");
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
                options.document().getOutput(), options.document().getPartialFailure());
        return new Operation.Result(output.body(document), output.contentType(), headers);
    }

    /** Opens storage for bytes of the response. The storage exists as long as a body refers to it. */
    SpoolingOutputStream spool() {
        SpoolingOutputStream spool = new SpoolingOutputStream(exchange);
        spools.add(spool);
        return spool;
    }

    /** Adds the bytes of a request without a document to the key of the call. */
    void keyBody(byte[] bytes) {
        entry.ifPresent(billed ->
                billed.document(0, true, () -> Optional.of(billed.newDigest().digest(bytes))));
    }

    /** Adds a request field to the key of the call. */
    void keyField(String name, Supplier<String> value) {
        entry.ifPresent(billed -> billed.field(name, value));
    }

    /** Marks the billed call as one whose answer is the id of a job, which the caller waits for. */
    void createsJob() {
        entry.ifPresent(Ledger.Entry::createsJob);
    }

    /** Returns whether the answer of an earlier call was used. */
    public boolean isReused() {
        return entry.filter(Ledger.Entry::isReused).isPresent();
    }

    /** Records that the call waits for a job, which it has created or found. */
    void awaitsJob() {
        hasJob = true;
    }

    /** Returns whether the call has a job that may have a result, also if the call fails. */
    public boolean hasJob() {
        return hasJob;
    }

    /** Records that the job of the billed call has a result. */
    void jobCompleted() {
        entry.ifPresent(Ledger.Entry::jobCompleted);
    }

    /** Records that a job of the billed call has no result, so that the same document gets another one. */
    void forgetJob(String jobId) {
        hasJob = false;
        entry.ifPresent(billed -> billed.forgetJob(call, answer -> ParseOperations.isIdOf(answer, jobId)));
    }

    /** Waits between two status requests; see {@link Call#pause}. */
    Optional<String> pause(Duration delay) {
        return call.pause(delay);
    }

    /** Adds what was read of a response to the exception for its unreadable rest. */
    private <T> T withResponse(Supplier<T> made) {
        try {
            return made.get();
        } catch (DocprocInvalidResponseException e) {
            Object content = e.getResponse() == null && e.getHttpStatus() < HTTP_ERROR ? spooled() : null;
            throw content == null ? e : e.copyWithResponse(content);
        }
    }

    /** Sets what is required right before the first byte of each attempt. */
    void requireBeforeSending(Runnable condition) {
        call.requireBeforeSending(condition);
    }

    /**
     * Returns the answer of an earlier call, or makes the call.
     *
     * @param type the type of the answer
     * @param reader reads the response
     * @param requireSuccess throws the exception for an unsuccessful response
     * @param isComplete returns whether an answer is successful and complete, so that it can be stored
     */
    <T> T billedCall(
            ServiceCall request,
            Class<T> type,
            ServiceResponse.Reader<T> reader,
            Consumer<T> requireSuccess,
            Predicate<T> isComplete) {
        ServiceResponse.Reader<T> successful = noted(response -> {
            T answer = reader.read(response);
            requireSuccess.accept(answer);
            return answer;
        });
        Optional<String> fileUrl = fileUrl();
        fileUrl.ifPresent(url -> keyField("fileUrl", () -> url));
        return withResponse(() -> entry.isEmpty() || request.method() == ServiceCall.Method.GET
                ? call.send(withSecrets(request), successful)
                : entry.get()
                        .call(
                                call,
                                withSecrets(request),
                                this::isRepeatable,
                                new Ledger.AnswerType<>(
                                        type,
                                        successful,
                                        answer -> fileUrl.isEmpty() && isComplete.test(answer),
                                        () -> new SpoolingOutputStream(exchange),
                                        () -> List.copyOf(spools))));
    }

    /** Returns whether the request can be sent again; false after a part that can be read once. */
    private boolean isRepeatable() {
        return partStreams.isEmpty() || copiesStreams;
    }

    /**
     * Makes a billed call whose response contains a parsed document, or returns the answer of an earlier call. If the JSON
     * of the response cannot be read, the exception carries the response.
     *
     * @param names names of the members to find in the response
     * @param requireSuccess throws the exception for an unsuccessful response
     * @param isComplete returns whether a response is successful and complete, so that it can be stored
     */
    SpooledResponse billedDocument(
            ServiceCall request,
            Set<String> names,
            Consumer<SpooledResponse> requireSuccess,
            Predicate<SpooledResponse> isComplete) {
        return billedCall(request, SpooledResponse.class, spooled(names), requireSuccess, isComplete);
    }

    private ServiceCall withSecrets(ServiceCall call) {
        return Optional.ofNullable(options.document().getPdfPassword())
                .map(call::withSecret)
                .orElse(call);
    }

    /**
     * Makes a call that is never reused, and returns its successful response.
     *
     * @param names names of the members to find in the response
     * @throws io.docproc.camel.error.DocprocException if the call fails, or the service reports an error
     */
    SpooledResponse successfulCall(ServiceCall request, Set<String> names) {
        return successfulCall(call, request, names);
    }

    private SpooledResponse successfulCall(Call made, ServiceCall request, Set<String> names) {
        return withResponse(() -> made.send(withSecrets(request), noted(response -> {
            SpooledResponse answer = spooled(names).read(response);
            answer.envelope().requireSuccess(answer::whole);
            return answer;
        })));
    }

    /** Makes a call of another operation that is not billed, as {@link #successfulCall(ServiceCall, Set)} does. */
    SpooledResponse successfulCall(DocprocOperation other, ServiceCall request) {
        try (Call made = call.begin(other.name())) {
            return successfulCall(made, request, Set.of());
        }
    }

    /**
     * Makes a further call that reads data, when the result of this call is read, and returns its successful response.
     * Called by any thread.
     */
    SpooledResponse furtherCall(ServiceCall request) {
        try (Call made = call.begin(operation())) {
            try {
                SpooledResponse further = made.send(request, response -> {
                    SpooledResponse answer =
                            SpooledResponse.read(response, new SpoolingOutputStream(context), Set.of());
                    answer.envelope().requireSuccess(answer::whole);
                    return answer;
                });
                made.succeeded(false);
                return further;
            } catch (RuntimeException e) {
                made.failed(e);
                throw e;
            }
        }
    }

    /** Returns a reader that spools a response and finds the members with these names. */
    ServiceResponse.Reader<SpooledResponse> spooled(Set<String> names) {
        return response -> SpooledResponse.read(response, spool(), names);
    }
}
