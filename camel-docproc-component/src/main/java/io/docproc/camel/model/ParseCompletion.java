/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.model;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonIgnore;
import java.util.Map;
import java.util.Objects;

/**
 * Completion of a parse job, as the callback of the service reports it (interface document, Events).
 *
 * @param jobId the id of the job
 * @param status {@code completed}, {@code failed}, or a status that the service adds later
 * @param resultUrl the URL of the result; null for a failed job
 * @param message the error message; null for a completed job
 * @param other fields that the interface document does not list
 */
public record ParseCompletion(
        @StrictType String jobId,
        @StrictType String status,
        @StrictType String resultUrl,
        String message,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> other)
        implements ServiceResource, ModelJson.ExtensibleRecord {

    private static final String COMPLETED = "completed";
    private static final String FAILED = "failed";

    /** Replaces absent other fields by an empty map. */
    public ParseCompletion {
        other = Objects.requireNonNullElse(other, Map.of());
    }

    /** Converts the response of a status request to a completion. */
    public static ParseCompletion of(ParseJob job) {
        return new ParseCompletion(job.jobId(), job.status(), job.resultUrl(), job.message(), job.other());
    }

    /** Returns whether the job succeeded. */
    @JsonIgnore
    public boolean isCompleted() {
        return COMPLETED.equals(status);
    }

    /** Returns whether the job is in a terminal state: completed or failed. */
    @JsonIgnore
    public boolean isFinal() {
        return isCompleted() || FAILED.equals(status);
    }
}
