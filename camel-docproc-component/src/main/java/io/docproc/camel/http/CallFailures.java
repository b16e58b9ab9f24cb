/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import io.docproc.camel.error.DocprocDocumentException;
import io.docproc.camel.error.DocprocException;
import io.docproc.camel.error.DocprocInvalidResponseException;
import io.docproc.camel.error.DocprocTransportException;
import io.docproc.camel.error.ServiceFailure;
import java.util.function.BooleanSupplier;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ConnectionClosedException;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.MalformedChunkCodingException;

/** Makes the exceptions for calls that brought no answer, or one that is not the service's. */
final class CallFailures {
    private final ServiceCall call;
    private final Credentials credentials;
    private final BooleanSupplier stopped;

    CallFailures(ServiceCall call, Credentials credentials, BooleanSupplier stopped) {
        this.call = call;
        this.credentials = credentials;
        this.stopped = stopped;
    }

    DocprocException notSent(String reason, Throwable cause) {
        return DocprocTransportException.repeatable(failure(reason, 0, ""), cause);
    }

    DocprocException unreadableDocument(ContentSourceException unreadable) {
        return new DocprocDocumentException(failure(unreadable.getMessage(), 0, ""), unreadable.getCause());
    }

    DocprocException noAnswer(Exception cause, boolean sendingStarted) {
        String reason = (stopped.getAsBoolean() ? "the call was ended because the component stops: " : "no answer: ")
                + credentials.redact(String.valueOf(cause));
        ServiceFailure failure = failure(reason, 0, "");
        return sendingStarted
                ? DocprocTransportException.mayHaveArrived(failure, cause)
                : DocprocTransportException.repeatable(failure, cause);
    }

    DocprocException redirected(ClassicHttpResponse response) {
        Header location = response.getFirstHeader("Location");
        String reason = "the service answered with a redirect"
                + (location == null ? "" : " to " + credentials.redact(location.getValue()))
                + ", which is not followed because the credentials would go along; check baseUrl";
        return new DocprocInvalidResponseException(failure(reason, response.getCode(), ""), "", null);
    }

    DocprocException badAnswer(Exception cause, int status, String requestId, String beginning) {
        if (isCut(cause)
                || cause instanceof JsonProcessingException
                || cause instanceof AnswerBody.AnswerTooLongException) {
            ServiceFailure failure =
                    failure("the answer is not the service's: " + reason(cause, beginning), status, requestId);
            return new DocprocInvalidResponseException(failure, credentials.redact(beginning), withoutContent(cause));
        }
        ServiceFailure failure =
                failure("the answer broke off: " + credentials.redact(String.valueOf(cause)), status, requestId);
        return call.method() == ServiceCall.Method.GET
                ? DocprocTransportException.repeatable(failure, cause)
                : DocprocTransportException.mayHaveArrived(failure, cause);
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
        return cause instanceof JsonProcessingException json
                ? credentials.redact(json.getOriginalMessage())
                : cause.getMessage();
    }

    /** Jackson's exceptions show a piece of their source, which nobody has redacted. */
    private static Throwable withoutContent(Exception cause) {
        if (cause instanceof JsonProcessingException json) {
            json.clearLocation();
        }
        return cause;
    }

    private ServiceFailure failure(String reason, int status, String requestId) {
        return new ServiceFailure(call.operation(), 0, reason, requestId, status);
    }
}
