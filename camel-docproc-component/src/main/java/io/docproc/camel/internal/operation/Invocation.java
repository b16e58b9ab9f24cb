/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.operation;

import io.docproc.camel.error.DocprocException;
import io.docproc.camel.error.DocprocInvalidResponseException;
import io.docproc.camel.internal.body.Document;
import io.docproc.camel.internal.body.DocumentRules;
import io.docproc.camel.internal.body.Documents;
import io.docproc.camel.internal.body.ParseOutput;
import io.docproc.camel.internal.body.ParsedDocument;
import io.docproc.camel.internal.body.SpoolingOutputStream;
import io.docproc.camel.internal.call.Call;
import io.docproc.camel.internal.call.Ledger;
import io.docproc.camel.internal.http.ResultHeader;
import io.docproc.camel.internal.http.ServiceCall;
import io.docproc.camel.internal.http.ServiceResponse;
import java.time.Duration;
import java.util.ArrayList;
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

/**
 * Performs one operation for the message of an exchange: reads its document and options, and makes the call. Used by one
 * thread.
 */
public final class Invocation {
    static final int MAX_CORRELATION_ID = 512;

    private static final int HTTP_ERROR = 300;
    private static final Pattern NOT_STORABLE = Pattern.compile("[\\x00\\p{Cs}]");
    private static final String JOBS = "CamelDocprocJobs";

    private final Exchange exchange;
    private final CamelContext context;
    private final OptionValues options;
    private final Call call;
    private final Optional<Ledger.Entry> entry;
    private final RequestDocuments documents;
    private final List<SpoolingOutputStream> spools = new ArrayList<>();
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
     */
    public Invocation(OptionValues options, Exchange exchange, Call call, Optional<Ledger.Entry> entry) {
        this.options = options;
        this.exchange = exchange;
        this.context = exchange.getContext();
        this.call = call;
        this.entry = entry;
        this.documents = new RequestDocuments(exchange, options, call, entry);
    }

    /**
     * Performs the operation.
     *
     * @throws DocprocException if the call is invalid or fails
     */
    public Operation.Result perform(Operation operation) {
        try {
            Operation.Result result = operation.perform(this);
            boolean isPaid =
                    isReused() && entry.filter(Ledger.Entry::isContinued).isEmpty();
            Optional<?> pages = result.headers().getOrDefault(ResultHeader.SUCCESS_COUNT, Optional.empty());
            Operation.Result counted = result.with(ResultHeader.BILLED_PAGES, isPaid ? pages.map(all -> 0) : pages);
            return options.operation().isBilled() ? counted.with(ResultHeader.BILLED, !isReused()) : counted;
        } catch (Error e) {
            if (received == null) {
                throw e;
            }
            throw DocprocInvalidResponseException.withError(received.unreadable(), received.excerpt(), spooled(), e);
        }
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

    /** Returns the exception for invalid options or an invalid body. */
    DocprocException refusal(String reason) {
        return options.refusal(reason);
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
     * @throws DocprocException if the body contains no document, or the document is invalid
     */
    Document document(DocumentRules rules) {
        return documents.body(rules);
    }

    /**
     * Returns a document that is a part of the body, validated as {@link #document} does. Only a single document has the file
     * name of the message, which belongs to none of several.
     *
     * @param part the name of the part, for messages
     * @throws DocprocException if the value is no document, or it is invalid
     */
    Document part(String part, Object value, boolean single, DocumentRules rules) {
        return documents.part(part, value, single, rules);
    }

    /**
     * Returns the correlation id of a parse job for which the route sets none: the file name of the document, else the
     * exchange id. From the second job of an exchange, of a split or of a multicast on, its number is appended.
     */
    String defaultCorrelationId() {
        Message message = exchange.getMessage();
        int created = exchange.getProperty(JOBS, 0, Integer.class);
        String number = created == 0 ? "" : "-" + (created + 1);
        return Optional.ofNullable(options.ofMessage().document().getFileName())
                .or(() -> Documents.fileName(message)
                        .map(name -> Documents.isNamedByHeader(message) ? name + branch() + number : name))
                .filter(Invocation::isCorrelationId)
                .orElseGet(() -> exchange.getExchangeId() + number);
    }

    /** Returns the name of the document; empty if it has none that each database can store. */
    String fileName() {
        return Optional.ofNullable(options.document().getFileName())
                .or(() -> Documents.fileName(exchange.getMessage()))
                .filter(Invocation::isCorrelationId)
                .orElse("");
    }

    /** Returns whether each URL and each database returns an id as it is. */
    static boolean isCorrelationId(String id) {
        return id.length() <= MAX_CORRELATION_ID && !NOT_STORABLE.matcher(id).find();
    }

    /** Returns the suffix of a part of a split or a branch of a multicast: all of them may have the same name. */
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
     * @throws DocprocException if the document is partial and not accepted, or does not have the
     *     requested content
     */
    Operation.Result result(ParsedDocument document, Map<ResultHeader, Optional<?>> headers) {
        ParseOutput output = ParseOutput.of(options.document().getOutput());
        boolean acceptsPartial = "accept".equals(options.document().getPartialFailure());
        return new Operation.Result(document.body(output, acceptsPartial), output.contentType(), headers);
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

    /**
     * Marks the billed call as one whose answer is the id of a job.
     *
     * @param correlationId the correlation id of the job; empty if it has none
     */
    void createsJob(String correlationId) {
        entry.ifPresent(billed -> billed.createsJob(correlationId));
    }

    /** Returns the correlation id of the job, which is that of an earlier call if its stored answer was found. */
    String correlationId(String own) {
        return entry.map(Ledger.Entry::correlationId).orElse(own);
    }

    /** Returns whether the answer of an earlier call was used. */
    public boolean isReused() {
        return entry.filter(Ledger.Entry::isReused).isPresent();
    }

    /** Records that the call waits for a job, which it has created or found. */
    void awaitsJob() {
        hasJob = true;
        entry.ifPresent(Ledger.Entry::awaitsJob);
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
     * @param reader reads the response, and throws the exception for an unsuccessful one
     * @param isComplete returns whether an answer is complete, so that it can be stored
     */
    <T> T billedCall(ServiceCall request, Class<T> type, ServiceResponse.Reader<T> reader, Predicate<T> isComplete) {
        ServiceResponse.Reader<T> noted = noted(reader);
        Optional<String> fileUrl = fileUrl();
        fileUrl.ifPresent(url -> keyField("fileUrl", () -> url));
        return withResponse(() -> entry.isEmpty() || request.method() == ServiceCall.Method.GET
                ? call.send(withSecrets(request), noted)
                : entry.get()
                        .call(
                                call,
                                withSecrets(request),
                                new Ledger.AnswerType<>(
                                        type,
                                        noted,
                                        answer -> fileUrl.isEmpty() && isComplete.test(answer),
                                        () -> new SpoolingOutputStream(exchange),
                                        () -> List.copyOf(spools))));
    }

    /**
     * Makes a billed call whose response contains a parsed document, or returns the answer of an earlier call. If the JSON
     * of the response cannot be read, the exception carries the response.
     *
     * @param names names of the members to find in the response
     * @param requireSuccess throws the exception for an unsuccessful response
     */
    SpooledResponse billedDocument(ServiceCall request, Set<String> names, Consumer<SpooledResponse> requireSuccess) {
        return billedCall(request, SpooledResponse.class, reader(names, requireSuccess), answer -> answer.envelope()
                .succeeded());
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
     * @throws DocprocException if the call fails, or the service reports an error
     */
    SpooledResponse successfulCall(ServiceCall request, Set<String> names) {
        return successfulCall(call, request, names);
    }

    private SpooledResponse successfulCall(Call made, ServiceCall request, Set<String> names) {
        return withResponse(() -> made.send(withSecrets(request), noted(reader(names, answer -> answer.envelope()
                .requireSuccess(answer::whole)))));
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

    /** Returns a reader that spools a response, finds the members with these names, and requires its success. */
    ServiceResponse.Reader<SpooledResponse> reader(Set<String> names, Consumer<SpooledResponse> requireSuccess) {
        return response -> {
            SpooledResponse answer = SpooledResponse.read(response, spool(), names);
            requireSuccess.accept(answer);
            return answer;
        };
    }
}
