/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import io.docproc.camel.error.DocprocDocumentException;
import io.docproc.camel.error.DocprocException;
import io.docproc.camel.error.DocprocInvalidResponseException;
import io.docproc.camel.error.DocprocTransportException;
import io.docproc.camel.error.ServiceFailure;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ConnectionClosedException;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.MalformedChunkCodingException;

/** Makes the exceptions for calls that brought no answer, or one that is not the service's. */
final class CallFailures {
    private final ServiceCall call;
    private final Redaction redaction;
    private final Supplier<Optional<String>> ended;

    /** @param ended why the component itself has ended the call, if it has */
    CallFailures(ServiceCall call, Redaction redaction, Supplier<Optional<String>> ended) {
        this.call = call;
        this.redaction = redaction;
        this.ended = ended;
    }

    DocprocException interrupted(Throwable cause) {
        String reason = ended.get()
                .map(end -> end + ", before anything was sent")
                .orElse("the thread was interrupted while it waited for its turn");
        return DocprocTransportException.unsent(failure(reason, 0, ""), cause);
    }

    /** What is thrown by a document's stream, which knows exceptions of its own for an interrupt. */
    RuntimeException failed(RuntimeException cause, boolean sendingStarted) {
        ContentSourceException unreadable = cause instanceof ContentSourceException known ? known : null;
        if (ended.get().isPresent()) {
            return noAnswer(unreadable == null ? cause : unreadable.getCause(), sendingStarted);
        }
        return unreadable == null
                ? cause
                : new DocprocDocumentException(failure(unreadable.getMessage(), 0, ""), unreadable.getCause());
    }

    DocprocException noAnswer(Exception cause, boolean sendingStarted) {
        String reason = ended.get().orElse("no answer") + ": " + cause(cause);
        ServiceFailure failure = failure(reason, 0, "");
        return sendingStarted
                ? DocprocTransportException.mayHaveArrived(failure, redaction.apply(cause))
                : DocprocTransportException.repeatable(failure, redaction.apply(cause));
    }

    DocprocException redirected(ClassicHttpResponse response) {
        Header location = response.getFirstHeader("Location");
        String reason = "the service answered with a redirect"
                + (location == null ? "" : " to " + redaction.apply(location.getValue()))
                + ", which is not followed because the credentials would go along; check baseUrl";
        return new DocprocInvalidResponseException(failure(reason, response.getCode(), ""), "", null);
    }

    DocprocException badAnswer(Exception cause, int status, String requestId, String beginning) {
        Optional<String> end = ended.get();
        if (end.isPresent()) {
            return lost(end.get() + ": " + cause(cause), status, requestId, cause);
        }
        if (isCut(cause)
                || cause instanceof JsonProcessingException
                || cause instanceof AnswerBody.AnswerTooLongException) {
            ServiceFailure failure =
                    failure("the answer is not the service's: " + reason(cause, beginning), status, requestId);
            return new DocprocInvalidResponseException(failure, beginning, redaction.apply(withoutQuotes(cause)));
        }
        return lost("the answer broke off: " + cause(cause), status, requestId, cause);
    }

    private DocprocException lost(String reason, int status, String requestId, Exception cause) {
        ServiceFailure failure = failure(reason, status, requestId);
        return call.method() == ServiceCall.Method.GET
                ? DocprocTransportException.repeatable(failure, redaction.apply(cause))
                : DocprocTransportException.mayHaveArrived(failure, redaction.apply(cause));
    }

    private String cause(Exception cause) {
        return redaction.apply(String.valueOf(cause));
    }

    private static boolean isCut(Exception cause) {
        return cause instanceof ConnectionClosedException || cause instanceof MalformedChunkCodingException;
    }

    private String reason(Exception cause, String beginning) {
        if (beginning.isEmpty()) {
            return "it is empty";
        }
        if (cause instanceof JsonEOFException || isCut(cause)) {
            return "it is cut off";
        }
        return redaction.apply(withoutQuotes(cause).getMessage());
    }

    private static Exception withoutQuotes(Exception cause) {
        return cause instanceof JsonProcessingException json ? UnreadableJsonException.of(json) : cause;
    }

    private ServiceFailure failure(String reason, int status, String requestId) {
        return new ServiceFailure(call.operation(), 0, reason, requestId, status);
    }
}
