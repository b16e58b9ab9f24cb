/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test.internal.job;

import io.docproc.test.Responder;
import java.util.Optional;

/**
 * Completion of a job after the response with its id is sent.
 *
 * @param mode whether the test or the service completes the job
 * @param result creates the result; empty for the parser of the service
 * @param failure the reason of a job that fails
 */
public record CompletionPlan(Mode mode, Optional<Responder> result, Optional<String> failure) {
    /** Trigger of the completion. */
    public enum Mode {
        /** The test. */
        MANUAL,
        /** The service. */
        AUTOMATIC
    }

    /** Returns a plan for jobs that the test completes. */
    public static CompletionPlan manual() {
        return new CompletionPlan(Mode.MANUAL, Optional.empty(), Optional.empty());
    }

    /** Returns a plan for jobs with the result of the service's parser. */
    public static CompletionPlan automatic() {
        return new CompletionPlan(Mode.AUTOMATIC, Optional.empty(), Optional.empty());
    }

    /** Returns a plan for jobs with this result. */
    public static CompletionPlan withResult(Responder result) {
        return new CompletionPlan(Mode.AUTOMATIC, Optional.of(result), Optional.empty());
    }

    /** Returns a plan for jobs that fail. */
    public static CompletionPlan failing(String message) {
        return new CompletionPlan(Mode.AUTOMATIC, Optional.empty(), Optional.of(message));
    }
}
