/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.model;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import java.math.BigDecimal;
import java.util.Map;

/**
 * Page that an extraction read (interface document, "Extraction response").
 *
 * @param pageNumber the number of the page, from 1
 * @param status {@code Success} if the page was processed
 * @param durations the processing time in milliseconds; null if absent
 * @param imageId the id of the page image; null if absent
 * @param height the height, in the unit of the positions on the page
 * @param width the width, in the unit of the positions on the page
 * @param angle the angle in degrees
 * @param other fields that the interface document does not list, and values of an unexpected type
 */
public record ExtractedPage(
        int pageNumber,
        String status,
        BigDecimal durations,
        String imageId,
        int height,
        int width,
        int angle,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> other)
        implements ModelJson.ExtensibleRecord {}
