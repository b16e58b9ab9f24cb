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
        /** The component rejected the call before it was sent. The call is not billed. */
        REFUSED,
        /** The component ended the call before it was sent, for a reason other than the call itself. */
        UNSENT,
        /** The response was a failure, or not the service's. */
        FAILED,
        /** No response was received. */
        UNANSWERED,
        /** Another exception occurred in the component or the application. */
        ERROR;

        /** Returns the name in lower case, as in tags and tables. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Returns the outcome of a call that failed with this exception. */
    static CallOutcome of(Throwable failure) {
        if (!(failure instanceof DocprocException known)) {
            return new CallOutcome(Outcome.ERROR, NO_CODE);
        }
        return new CallOutcome(outcome(known), code(known));
    }

    private static Outcome outcome(DocprocException failure) {
        if (failure instanceof DocprocTransportException noAnswer) {
            return noAnswer.isUnsent() ? Outcome.UNSENT : Outcome.UNANSWERED;
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
