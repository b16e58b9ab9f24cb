/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.model;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import java.math.BigDecimal;
import java.util.Map;

/**
 * A page that an extraction read (interface document, "Extraction response").
 *
 * @param pageNumber from 1
 * @param status {@code Success} when the page was processed
 * @param durations processing time in milliseconds; null when absent
 * @param imageId the service's id of the page image; null when absent
 * @param height pixels
 * @param width pixels
 * @param angle degrees
 * @param other fields that the interface document does not list
 */
public record ExtractedPage(
        int pageNumber,
        String status,
        BigDecimal durations,
        String imageId,
        int height,
        int width,
        int angle,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> other) {}
