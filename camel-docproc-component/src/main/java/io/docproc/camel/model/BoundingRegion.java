/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.model;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Region of a page that contains a value (interface document, "Extraction response").
 *
 * @param pageNumber the number of the page, from 1
 * @param position {@code x1,y1,…,x4,y4} clockwise from top left, in the unit of the page or as fractions of it, as the service
 *     returns them
 * @param text the text in the region
 * @param other fields that the interface document does not list, and values of an unexpected type
 */
public record BoundingRegion(
        int pageNumber, List<BigDecimal> position, String text, @JsonAnySetter @JsonAnyGetter Map<String, Object> other)
        implements ModelJson.ExtensibleRecord {

    /** Replaces an absent position and absent other fields by empty ones. */
    public BoundingRegion {
        position = Objects.requireNonNullElse(position, List.of());
        other = Objects.requireNonNullElse(other, Map.of());
    }
}
