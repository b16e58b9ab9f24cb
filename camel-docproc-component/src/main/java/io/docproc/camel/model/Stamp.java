/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.model;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Stamp that was detected on a page (interface document, "Extraction response"). The texts are in the language of the
 * service.
 *
 * @param color the colour of the stamp
 * @param position {@code x1,y1,…,x4,y4} clockwise from top left, as the service returns them
 * @param stampShape the shape of the stamp
 * @param type the kind of stamp
 * @param value the text of the stamp
 * @param other fields that the interface document does not list, and values of an unexpected type
 */
public record Stamp(
        String color,
        List<BigDecimal> position,
        String stampShape,
        String type,
        String value,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> other)
        implements ModelJson.ExtensibleRecord {

    /** Replaces an absent position by an empty list. */
    public Stamp {
        position = Objects.requireNonNullElse(position, List.of());
    }
}
