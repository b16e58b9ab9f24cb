/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.observe;

import io.docproc.camel.error.DocprocException;
import io.docproc.camel.error.DocprocTransportException;
import io.docproc.camel.error.ErrorCode;
import java.util.Locale;

/**
 * Outcome and code of a completed call. Calls are counted by this key.
 *
 * @param outcome the kind of result
 * @param code the service's code as text; {@code http-} and the HTTP status for a response without a code; {@code none}
 *     without either; {@code other} after too many different codes have occurred
 */
public record CallOutcome(Outcome outcome, String code) implements Comparable<CallOutcome> {
    /** The call succeeded. */
    static final CallOutcome SUCCESS = new CallOutcome(Outcome.SUCCESS, "200");

    /** A stored result of an earlier call replaced the call. */
    static final CallOutcome REUSED = new CallOutcome(Outcome.REUSED, SUCCESS.code);

    private static final String NO_CODE = "none";

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
    static CallOutcome of(Throwable failure) {
        if (!(failure instanceof DocprocException exception)) {
            return new CallOutcome(Outcome.ERROR, NO_CODE);
        }
        return new CallOutcome(outcome(exception), code(exception));
    }

    private static Outcome outcome(DocprocException failure) {
        if (failure instanceof DocprocTransportException transport) {
            return transport.isUnsent() ? Outcome.UNSENT : Outcome.NO_RESPONSE;
        }
        return failure.getHttpStatus() == 0 ? Outcome.REFUSED : Outcome.FAILED;
    }

    private static String code(DocprocException failure) {
        if (failure.getCode() != 0) {
            return String.valueOf(failure.getCode());
        }
        return failure.getHttpStatus() == 0 ? NO_CODE : "http-" + failure.getHttpStatus();
    }

    /** Returns whether the interface document lists the code, or there is none. */
    boolean isListed() {
        return outcome == Outcome.SUCCESS
                || outcome == Outcome.REUSED
                || code.equals(NO_CODE)
                || (code.matches("\\d{1,9}")
                        && ErrorCode.of(Integer.parseInt(code)).isPresent());
    }

    /** Returns the same outcome with the code {@code other}. */
    CallOutcome withoutCode() {
        return new CallOutcome(outcome, "other");
    }

    @Override
    public int compareTo(CallOutcome other) {
        int byOutcome = outcome.compareTo(other.outcome);
        return byOutcome == 0 ? code.compareTo(other.code) : byOutcome;
    }
}
