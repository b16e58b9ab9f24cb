/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.model;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import java.util.Map;
import java.util.Objects;

/**
 * Parse job (interface document, "Asynchronous parse request", and the status request of the public API reference).
 *
 * @param jobId the id of the job
 * @param fileId the id of the document; null if absent
 * @param status {@code pending}, {@code in_progress}, {@code completed} or {@code failed}; null in the response that
 *     creates the job
 * @param resultUrl the URL of the result; completed jobs only
 * @param message the error message; failed jobs only
 * @param other fields that the interface document does not list
 */
public record ParseJob(
        @StrictType String jobId,
        String fileId,
        @StrictType String status,
        @StrictType String resultUrl,
        String message,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> other)
        implements ServiceResource, ModelJson.ExtensibleRecord {

    /** Replaces absent other fields by an empty map. */
    public ParseJob {
        other = Objects.requireNonNullElse(other, Map.of());
    }
}
