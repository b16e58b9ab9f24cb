/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.model;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import java.util.Map;
import java.util.Objects;

/**
 * A parse job (interface document, "Asynchronous parse request", and the job status call of the public reference).
 *
 * @param jobId the service's id of the job
 * @param fileId the service's id of the document; null when the service did not say
 * @param status {@code pending}, {@code in_progress}, {@code completed} or {@code failed}; null right after the job was
 *     created
 * @param resultUrl where the result lies; only when completed
 * @param message what went wrong; only when failed
 * @param other fields that the interface document does not list
 */
public record ParseJob(
        String jobId,
        String fileId,
        String status,
        String resultUrl,
        String message,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> other)
        implements ServiceResource {

    /** Puts an empty map in the place of absent fields. */
    public ParseJob {
        other = Objects.requireNonNullElse(other, Map.of());
    }
}
