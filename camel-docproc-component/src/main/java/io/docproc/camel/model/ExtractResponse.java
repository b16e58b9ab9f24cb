/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.model;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.math.BigDecimal;
import java.util.Map;
import java.util.Objects;

/**
 * The answer to an extraction (interface document, "Extraction response").
 *
 * @param code 200, or 50207 when only a part succeeded
 * @param message the service's words
 * @param version the service's version, {@code v<major>.<minor>.<patch>_<YYYYMMDD>}
 * @param duration total processing time in milliseconds; null when absent
 * @param requestId the service's {@code x_request_id}
 * @param status {@code finished} on completion
 * @param result the fields and what belongs to them
 * @param partDurations milliseconds by stage, for example {@code parse_duration}
 * @param other fields that the interface document does not list
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
        implements ServiceResource {

    /** Puts an empty result in the place of an absent one. */
    public ExtractResponse {
        result = Objects.requireNonNullElseGet(result, () -> new ExtractResult(0, null, null, null, null, null));
        partDurations = Objects.requireNonNullElse(partDurations, Map.of());
        other = Objects.requireNonNullElse(other, Map.of());
    }
}
