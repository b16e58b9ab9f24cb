/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.model;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.math.BigDecimal;
import java.util.Map;
import java.util.Objects;

/**
 * Response of a crop call (interface document, "Crop and enhance response").
 *
 * @param code the code of the service; 200 = success
 * @param message the message of the service
 * @param version the version of the service, {@code v<major>.<minor>.<patch>}; null if absent
 * @param duration the processing time in milliseconds; null if absent
 * @param requestId the {@code x_request_id} of the service
 * @param result the processed images
 * @param other fields that the interface document does not list, and values of an unexpected type
 */
public record CropResponse(
        int code,
        String message,
        String version,
        BigDecimal duration,
        @JsonProperty("x_request_id") String requestId,
        CropResult result,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> other)
        implements ServiceResource, ModelJson.ExtensibleRecord {

    /** Replaces an absent result and absent other fields by empty ones. */
    public CropResponse {
        result = Objects.requireNonNullElseGet(result, () -> new CropResult(0, 0, null, null));
        other = Objects.requireNonNullElse(other, Map.of());
    }
}
