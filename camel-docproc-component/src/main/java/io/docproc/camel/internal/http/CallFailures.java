/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import io.docproc.camel.error.DocprocDocumentException;
import io.docproc.camel.error.DocprocException;
import io.docproc.camel.error.DocprocInvalidResponseException;
import io.docproc.camel.error.DocprocTransportException;
import io.docproc.camel.error.ErrorCode;
import io.docproc.camel.error.ServiceFailure;
import io.docproc.camel.internal.body.SpoolException;
import io.docproc.camel.internal.body.UnreadableJsonException;
import io.docproc.camel.internal.http.RequestBodies.UnreadableDocumentException;
import java.io.IOException;
import java.util.Optional;
import java.util.Set;
import java.util.zip.ZipException;
import org.apache.hc.client5.http.ClientProtocolException;
import org.apache.hc.core5.http.ConnectionClosedException;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpHeaders;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.MalformedChunkCodingException;
import org.apache.hc.core5.http.MessageConstraintException;

/**
 * Creates the exceptions for a call without a response, and for responses that are not the service's.
 *
 * @param call the call, whose redaction masks its secrets
 * @param sendingStarted whether the request may have reached the service
 * @param cancelled the reason why the component has cancelled the call; empty if it has not
 */
public record CallFailures(ServiceCall call, boolean sendingStarted, Optional<String> cancelled) {

    /**
     * Returns the exception for an unchecked exception of the upload. A document's stream may report the interrupt of
     * a cancelled call by any unchecked exception, so the reason for the cancellation takes precedence.
     */
    RuntimeException failed(RuntimeException cause) {
        Throwable document = cause instanceof UnreadableDocumentException ? cause.getCause() : null;
        if (cancelled.isPresent()) {
            return noResponse(document instanceof Exception e ? e : cause, null);
        }
        return document == null ? cause : new DocprocDocumentException(failure(cause.getMessage(), 0, ""), document);
    }

    /**
     * Returns the exception for a call whose response cannot be received.
     *
     * @param response the status line and the headers; null if they were not received
     */
    DocprocException noResponse(Exception cause, HttpResponse response) {
        Optional<MessageConstraintException> excess = explained(cause);
        if (cancelled.isEmpty() && excess.isPresent()) {
            return new DocprocInvalidResponseException(failure(excess.get().getMessage(), 0, ""), "", excess.get());
        }
        boolean isRefused = cause instanceof HttpException || cause instanceof ClientProtocolException;
        if (cancelled.isEmpty() && isRefused && sendingStarted) {
            String reason = "the response has arrived, but it is not valid HTTP: " + cause.getMessage()
                    + "; check which server or proxy responds at baseUrl";
            int status = response == null ? 0 : response.getCode();
            String requestId = response == null ? "" : requestId(response, redaction());
            return new DocprocInvalidResponseException(
                    failure(redaction().apply(reason), status, requestId),
                    "",
                    redaction().apply(cause));
        }
        ServiceFailure failure = failure(cancelled.orElse("no response") + ": " + text(cause), 0, "");
        if (sendingStarted) {
            return afterSending(failure, cause);
        }
        return cancelled.isPresent()
                ? DocprocTransportException.notSent(failure, redaction().apply(cause))
                : DocprocTransportException.withRetry(failure, redaction().apply(cause));
    }

    DocprocException redirected(HttpResponse response) {
        Header location = response.getFirstHeader(HttpHeaders.LOCATION);
        String reason = "the service responded with a redirect"
                + (location == null ? "" : " to " + redaction().apply(location.getValue()))
                + ", which is not followed because it would receive the credentials; set baseUrl to the final address";
        return new DocprocInvalidResponseException(failure(reason, response.getCode(), ""), "", null);
    }

    /** Returns the request id in the headers of a response; empty if there is none. */
    static String requestId(HttpResponse response, Redaction redaction) {
        Header id = response.getFirstHeader("x-request-id");
        return id == null ? "" : redaction.apply(id.getValue());
    }

    /** Returns the exception for a response that cannot be read, or not to its end. */
    DocprocException invalidResponse(IOException cause, ServiceResponse response, ServiceResponse.Body body) {
        int status = response.httpStatus();
        ServiceFailure read = response.readUntilFailure().get();
        String requestId = read == null ? response.requestId() : read.requestId();
        boolean isForeign = isIncomplete(cause)
                || cause instanceof MessageConstraintException
                || cause instanceof JsonProcessingException
                || cause instanceof ZipException
                || cause instanceof ServiceResponse.Body.ResponseTooLargeException;
        if (cancelled.isPresent() || !isForeign) {
            String happened = cause instanceof SpoolException
                    ? "the response has arrived, and " + redaction().apply(cause.getMessage())
                    : "the connection failed while the response was received: " + text(cause);
            return afterSending(
                    failure(cancelled.map(why -> why + ": " + text(cause)).orElse(happened), status, requestId), cause);
        }
        String beginning = body.beginning(redaction());
        String reason = reason(cause, beginning);
        if (read == null || read.code() == 0) {
            String foreign = ServiceResponse.foreign(status, body.contentType(redaction())) + ": " + reason;
            String quoted = foreign + (beginning.isEmpty() ? "" : "; it begins: " + beginning);
            return Set.of(401, 403, 429).contains(status)
                    ? ErrorCode.exceptionFor(failure(quoted, status, requestId))
                    : invalid(failure(foreign, status, requestId), beginning, cause);
        }
        // If a field is not JSON, the code before it is still that of an error which the interface document lists.
        return Envelope.isError(read.code()) && cause instanceof JsonProcessingException
                ? ErrorCode.exceptionFor(read)
                : invalid(read.withReason("the response cannot be read to its end: " + reason), beginning, cause);
    }

    private DocprocException invalid(ServiceFailure failure, String beginning, IOException cause) {
        return new DocprocInvalidResponseException(
                failure, beginning, redaction().apply(withoutQuotations(cause)));
    }

    /** Returns the exception for a call that may have arrived. Only a GET may then be retried. */
    private DocprocException afterSending(ServiceFailure failure, Exception cause) {
        return call.method() == ServiceCall.Method.GET
                ? DocprocTransportException.withRetry(failure, redaction().apply(cause))
                : DocprocTransportException.withoutRetry(failure, redaction().apply(cause));
    }

    private Redaction redaction() {
        return call.redaction();
    }

    private String text(Exception cause) {
        return redaction().apply(String.valueOf(cause));
    }

    private static boolean isIncomplete(Exception cause) {
        return cause instanceof ConnectionClosedException || cause instanceof MalformedChunkCodingException;
    }

    private String reason(IOException cause, String beginning) {
        if (cause instanceof ZipException) {
            return "it is not compressed as its header Content-Encoding says: " + text(cause);
        }
        if (beginning.isEmpty()) {
            return "it is empty";
        }
        if (cause instanceof JsonEOFException || isIncomplete(cause)) {
            return "it is truncated";
        }
        return explained(cause).map(Exception::getMessage).orElseGet(() -> redaction()
                .apply(withoutQuotations(cause).getMessage()));
    }

    private static IOException withoutQuotations(IOException cause) {
        return cause instanceof JsonProcessingException json ? UnreadableJsonException.of(json) : cause;
    }

    private ServiceFailure failure(String reason, int status, String requestId) {
        return new ServiceFailure(
                        call.operation(),
                        0,
                        "",
                        requestId,
                        status,
                        call.method().name())
                .withReason(reason);
    }

    /** Returns the exception with the limits of which a response exceeds one, and with advice; empty for other exceptions. */
    public static Optional<MessageConstraintException> explained(Exception e) {
        return e instanceof MessageConstraintException
                ? Optional.of(new MessageConstraintException("the response has more than the allowed "
                        + ServiceRequestExecutor.MAX_HEADERS + " headers, or a header line longer than the allowed "
                        + ServiceRequestExecutor.MAX_HEADER_LINE
                        + " bytes; the service sends a few short headers: check which"
                        + " server or proxy responds at baseUrl"))
                : Optional.empty();
    }
}
