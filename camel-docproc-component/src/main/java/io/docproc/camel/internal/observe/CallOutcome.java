/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.observe;

import io.docproc.camel.error.DocprocException;
import io.docproc.camel.error.DocprocTransportException;
import io.docproc.camel.error.ErrorCode;
import io.docproc.camel.internal.call.Ledger;
import java.util.Locale;

/** Outcomes of calls and of their attempts by what they cost: the values of the tag {@code outcome}. */
public enum CallOutcome {
    /** The call succeeded, and is billed. */
    BILLED,
    /** The call succeeded, and its operation is not billed. */
    FREE,
    /** The stored answer of an earlier call was used, and no call was made. */
    STORED,
    /** The component refused the request before it was sent. */
    REFUSED,
    /** The request was not sent, cannot have reached the service, or is a query without a response. */
    UNSENT,
    /** The service responded with an error that is assumed not to be billed. */
    FAILED,
    /** The request was sent and has no complete answer: it may be billed. */
    UNANSWERED,
    /** Another exception occurred in the component or the application. */
    ERROR;

    /** Returns the outcome of a call that failed with this exception. */
    static CallOutcome of(Throwable failure) {
        if (!(failure instanceof DocprocException exception)) {
            return ERROR;
        }
        if (Ledger.mayBeBilled(exception)) {
            return UNANSWERED;
        }
        if (exception instanceof DocprocTransportException) {
            return UNSENT;
        }
        return exception.getHttpStatus() == 0 ? REFUSED : FAILED;
    }

    /**
     * Returns the service's code as text; {@code http-} and the HTTP status for a response without a code; {@code none}
     * without either; {@code other} for a code that the interface document does not list, because a service that returns
     * many different codes must not exhaust the heap or a metrics database.
     */
    static String code(Throwable failure) {
        if (!(failure instanceof DocprocException exception)) {
            return "none";
        }
        if (exception.getCode() != 0) {
            return ErrorCode.of(exception.getCode()).isPresent() ? String.valueOf(exception.getCode()) : "other";
        }
        return exception.getHttpStatus() == 0 ? "none" : "http-" + exception.getHttpStatus();
    }

    /** Returns the name as in the tag: in lower case. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
