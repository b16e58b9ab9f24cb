/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.observe;

import io.docproc.camel.error.DocprocException;
import io.docproc.camel.error.DocprocTransportException;
import io.docproc.camel.error.ErrorCode;
import java.util.Locale;

/**
 * How a call ended: what its figures are kept by.
 *
 * @param outcome who said what
 * @param code the service's code as text; {@code http-} and the HTTP status where an answer had no code; {@code none}
 *     where there was neither; {@code other} where more codes have come than are told apart
 */
public record CallEnd(Outcome outcome, String code) implements Comparable<CallEnd> {
    /** The service did what was asked. */
    static final CallEnd SUCCESS = new CallEnd(Outcome.SUCCESS, "200");

    private static final String NO_CODE = "none";

    /** How a call can end. */
    public enum Outcome {
        /** The service did what was asked. */
        SUCCESS,
        /** The component refused the call before it was sent: it cost nothing. */
        REFUSED,
        /** The component ended the call before it tried to reach the service, for a reason that is not the call's. */
        UNSENT,
        /** The service answered with a failure, or with something that is not its answer. */
        FAILED,
        /** No answer came. */
        UNANSWERED,
        /** Something else went wrong on this side. */
        ERROR;

        /** As tags and tables have it. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** The end of a call that failed so. */
    static CallEnd of(Throwable failure) {
        if (!(failure instanceof DocprocException known)) {
            return new CallEnd(Outcome.ERROR, NO_CODE);
        }
        return new CallEnd(outcome(known), code(known));
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

    /** Whether the interface document lists the code. */
    boolean isListed() {
        return outcome == Outcome.SUCCESS
                || code.equals(NO_CODE)
                || (code.matches("\\d{1,9}")
                        && ErrorCode.of(Integer.parseInt(code)).isPresent());
    }

    /** The same outcome, its code no longer told apart. */
    CallEnd withoutCode() {
        return new CallEnd(outcome, "other");
    }

    @Override
    public int compareTo(CallEnd other) {
        int byOutcome = outcome.compareTo(other.outcome);
        return byOutcome == 0 ? code.compareTo(other.code) : byOutcome;
    }
}
