/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.model;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonIgnore;
import java.util.Map;
import java.util.Objects;

/**
 * The end of a parse job, as the service's callback tells it (interface document, Events).
 *
 * @param jobId the service's id of the job
 * @param status {@code completed}, {@code failed}, or a word that the service adds later
 * @param resultUrl where the result lies; null for a failed job
 * @param message what went wrong; null for a completed job
 * @param other fields that the interface document does not list
 */
public record ParseCompletion(
        String jobId,
        String status,
        String resultUrl,
        String message,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> other)
        implements ServiceResource {

    private static final String COMPLETED = "completed";
    private static final String FAILED = "failed";

    /** Puts an empty map in the place of absent fields. */
    public ParseCompletion {
        other = Objects.requireNonNullElse(other, Map.of());
    }

    /** What the answer to a question says about a job, in the form of a callback. */
    public static ParseCompletion of(ParseJob job) {
        return new ParseCompletion(job.jobId(), job.status(), job.resultUrl(), job.message(), job.other());
    }

    /** Whether the job succeeded. */
    @JsonIgnore
    public boolean isCompleted() {
        return COMPLETED.equals(status);
    }

    /** Whether the job is over, well or badly. */
    @JsonIgnore
    public boolean isFinal() {
        return isCompleted() || FAILED.equals(status);
    }
}
