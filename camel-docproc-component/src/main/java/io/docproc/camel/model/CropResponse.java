/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.model;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.math.BigDecimal;
import java.util.Map;

/**
 * The answer to a crop call (interface document, "Crop and enhance response").
 *
 * @param code 200
 * @param message the service's words
 * @param version the service's version, {@code v<major>.<minor>.<patch>}; null when absent
 * @param duration processing time in milliseconds; null when absent
 * @param requestId the service's {@code x_request_id}
 * @param result the images found
 * @param other fields that the interface document does not list
 */
public record CropResponse(
        int code,
        String message,
        String version,
        BigDecimal duration,
        @JsonProperty("x_request_id") String requestId,
        CropResult result,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> other)
        implements ServiceResource {}
