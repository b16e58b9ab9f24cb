/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.http;

import io.docproc.camel.error.DocprocException;
import io.docproc.camel.error.DocprocInvalidResponseException;
import io.docproc.camel.error.DocprocTransportException;
import io.docproc.camel.error.ErrorCode;
import java.util.Locale;

/**
 * Outcome of a completed call. Calls are counted by this key.
 *
 * @param operation the operation's name
 * @param outcome the kind of result
 * @param code the service's code as text; {@code http-} and the HTTP status for a response without a code; {@code none}
 *     without either; {@code other} for a code that the interface document does not list, because a service that returns
 *     many different codes must not exhaust the heap or a metrics database
 */
public record CallOutcome(String operation, Outcome outcome, String code) {
    private static final String NO_CODE = "none";
    private static final String OTHER = "other";

    /** Kinds of results. */
    public enum Outcome {
        /** The call succeeded. */
        SUCCESS,
        /** A stored result of an earlier call was used, and no call was made. */
        REUSED,
        /** The component refused the request before it was sent. The call is not billed. */
        REFUSED,
        /** The call was cancelled or failed before it was sent, for a reason other than its request. */
        UNSENT,
        /** The response was an error, or not a response of the service. */
        FAILED,
        /** No response was received. */
        NO_RESPONSE,
        /** Another exception occurred in the component or the application. */
        ERROR;

        /** Returns the name as in tags and tables: lower case, with hyphens. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    /** Returns the outcome of a call that failed with this exception. */
    static CallOutcome of(String operation, Throwable failure) {
        if (!(failure instanceof DocprocException exception)) {
            return new CallOutcome(operation, Outcome.ERROR, NO_CODE);
        }
        return new CallOutcome(operation, outcome(exception), code(exception));
    }

    private static Outcome outcome(DocprocException failure) {
        if (failure instanceof DocprocTransportException transport) {
            return transport.isUnsent() ? Outcome.UNSENT : Outcome.NO_RESPONSE;
        }
        boolean hasResponse = failure.getHttpStatus() != 0 || failure instanceof DocprocInvalidResponseException;
        return hasResponse ? Outcome.FAILED : Outcome.REFUSED;
    }

    private static String code(DocprocException failure) {
        if (failure.getCode() != 0) {
            return ErrorCode.of(failure.getCode()).isPresent() ? String.valueOf(failure.getCode()) : OTHER;
        }
        return failure.getHttpStatus() == 0 ? NO_CODE : "http-" + failure.getHttpStatus();
    }
}
