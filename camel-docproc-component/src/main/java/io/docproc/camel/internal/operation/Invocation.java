/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.operation;

import io.docproc.camel.error.DocprocInvalidResponseException;
import io.docproc.camel.error.DocprocPartialFailureException;
import io.docproc.camel.error.DocprocRateLimitException;
import io.docproc.camel.internal.body.Documents;
import io.docproc.camel.internal.body.SpoolingOutputStream;
import io.docproc.camel.internal.http.CallSettings;
import io.docproc.camel.internal.http.ResultHeader;
import io.docproc.camel.internal.http.ServiceCall;
import io.docproc.camel.internal.http.ServiceClient;
import io.docproc.camel.internal.http.ServiceResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.apache.camel.Exchange;

/**
 * One call of an operation: reads the message of an exchange, and makes the call with a client. Used by one thread.
 */
public final class Invocation {
    private static final int HTTP_ERROR = 300;

    private final Exchange exchange;
    private final CallOptions options;
    private final ServiceClient client;
    private final CallSettings settings;
    private final Optional<ResultReuse> reuse;
    private final List<SpoolingOutputStream> spools = new ArrayList<>();
    private final InputDocuments documents;
    private final ExchangeJobs jobs;
    private Optional<ServiceResponse> received = Optional.empty();

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
            CallOptions options,
            Exchange exchange,
            ServiceClient client,
            CallSettings settings,
            Optional<ResultReuse> reuse) {
        this.options = options;
        this.exchange = exchange;
        this.client = client;
        this.settings = settings;
        this.reuse = reuse;
        this.documents = new InputDocuments(options, exchange, client, reuse);
        this.jobs = new ExchangeJobs(options, exchange);
    }

    /**
     * Performs the operation. If the service rejects the call for exceeding the rate limit, the cooldown of the account
     * starts. If the call fails, the bytes of its response are deleted unless the exception carries the response.
     *
     * @throws io.docproc.camel.error.DocprocException if the call is invalid or fails
     */
    public OperationResult perform(Operation call) {
        try {
            OperationResult result = call.perform(this);
            return reuse.map(stored -> result.with(ResultHeader.BILLED, !stored.isReused()))
                    .orElse(result);
        } catch (RuntimeException e) {
            if (e instanceof DocprocRateLimitException) {
                client.startCooldown();
            }
            if (!carriesResponse(e)) {
                discard();
            }
            throw e;
        } catch (Error e) {
            if (received.isEmpty()) {
                throw e;
            }
            throw unreadable(received.get(), e);
        }
    }

    /** Returns the exception for an error after the response has arrived, with the bytes that were spooled. */
    private DocprocInvalidResponseException unreadable(ServiceResponse response, Error cause) {
        Object content = spools.stream()
                .filter(spool -> spool.length() > 0)
                .findFirst()
                .map(SpoolingOutputStream::content)
                .orElse(null);
        return DocprocInvalidResponseException.withError(response.unreadable(), response.excerpt(), content, cause);
    }

    /** Notes the response, so that an error while it is read becomes an exception that carries it. */
    private <T> ServiceResponse.Reader<T> noted(ServiceResponse.Reader<T> reader) {
        return response -> {
            received = Optional.of(response);
            return reader.read(response);
        };
    }

    private static boolean carriesResponse(Throwable failure) {
        return failure instanceof DocprocPartialFailureException
                || (failure instanceof DocprocInvalidResponseException invalid && invalid.getResponse() != null);
    }

    /** Deletes the bytes of the response. A body that refers to them becomes unreadable. */
    public void discard() {
        spools.forEach(SpoolingOutputStream::discard);
    }

    /** Returns the name of the operation. */
    String operation() {
        return options.operation().name();
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
        return Documents.text(exchange.getMessage(), operation());
    }

    /** Returns the documents in the message. */
    InputDocuments documents() {
        return documents;
    }

    /** Returns the parse jobs of the exchange. */
    ExchangeJobs jobs() {
        return jobs;
    }

    /** Returns the media type of the message body, without parameters and in lower case; empty if it is not set. */
    String contentType() {
        String type = exchange.getMessage().getHeader(Exchange.CONTENT_TYPE, "", String.class);
        return type.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
    }

    /** Returns the URL of a document that the service downloads itself; empty if the body is the document. */
    Optional<String> fileUrl() {
        return options.text("fileUrl");
    }

    /** Opens storage for bytes of the response. The storage exists as long as a body refers to it. */
    SpoolingOutputStream spool() {
        SpoolingOutputStream spool = new SpoolingOutputStream(exchange);
        spools.add(spool);
        return spool;
    }

    /** Adds a request field to the key of the result, if results are stored. */
    void keyField(String name, Supplier<String> value) {
        reuse.ifPresent(stored -> stored.field(name, value));
    }

    /** Makes a call and returns the result that the reader creates from its response. */
    <T> T call(ServiceCall call, ServiceResponse.Reader<T> reader) {
        return client.execute(withSecrets(call), settings, noted(reader));
    }

    /**
     * Returns the stored result of a billed call, or makes the call and stores its result.
     *
     * @param isComplete returns whether a result is successful and complete, so that it can be stored
     */
    <T> T billedCall(ServiceCall call, ServiceResponse.Reader<T> reader, Predicate<T> isComplete) {
        return reuse.filter(ResultReuse::isPossible)
                .map(stored -> stored.call(client, withSecrets(call), settings, noted(reader), isComplete))
                .orElseGet(() -> call(call, reader));
    }

    /**
     * Makes a billed call whose response contains a parsed document, or returns its stored result. If the JSON of the
     * response cannot be read, the exception carries the response.
     *
     * @param names names of the members to find in the response
     * @param isComplete returns whether a response is successful and complete, so that it can be stored
     */
    SpooledResponse billedDocument(ServiceCall call, Set<String> names, Predicate<SpooledResponse> isComplete) {
        SpoolingOutputStream spool = spool();
        try {
            return billedCall(call, response -> SpooledResponse.read(response, spool, names), isComplete);
        } catch (DocprocInvalidResponseException e) {
            boolean isReadPartly = e.getResponse() == null && e.getHttpStatus() < HTTP_ERROR && spool.length() > 0;
            throw isReadPartly ? e.copyWithResponse(spool.content()) : e;
        }
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
