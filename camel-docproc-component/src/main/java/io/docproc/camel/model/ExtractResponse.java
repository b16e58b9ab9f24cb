/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.model;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.math.BigDecimal;
import java.util.Map;
import java.util.Objects;

/**
 * Response of an extraction (interface document, "Extraction response").
 *
 * @param code the code of the service: 200, or 50207 if only a part succeeded
 * @param message the message of the service
 * @param version the version of the service, {@code v<major>.<minor>.<patch>_<YYYYMMDD>}
 * @param duration the total processing time in milliseconds; null if absent
 * @param requestId the {@code x_request_id} of the service
 * @param status {@code finished} for a complete extraction
 * @param result the extracted fields with citations, pages and stamps
 * @param partDurations the processing time of each stage in milliseconds, for example {@code parse_duration}
 * @param other fields that the interface document does not list, and values of an unexpected type
 */
public record ExtractResponse(
        int code,
        String message,
        String version,
        BigDecimal duration,
        @JsonProperty("x_request_id") String requestId,
        String status,
        ExtractResult result,
        Map<String, BigDecimal> partDurations,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> other)
        implements ServiceResource, ModelJson.ExtensibleRecord {

    /** Replaces an absent result, durations or other fields by empty ones. */
    public ExtractResponse {
        result = Objects.requireNonNullElseGet(result, () -> new ExtractResult(0, null, null, null, null, null));
        partDurations = Objects.requireNonNullElse(partDurations, Map.of());
        other = Objects.requireNonNullElse(other, Map.of());
    }
}
