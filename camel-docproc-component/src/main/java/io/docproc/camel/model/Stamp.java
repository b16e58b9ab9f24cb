/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.model;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A stamp found on a page (interface document, "Extraction response"). The words are the service's, in its language.
 *
 * @param color the stamp's colour
 * @param position {@code x1,y1,…,x4,y4} from top-left clockwise, as the service gives them
 * @param stampShape the stamp's shape
 * @param type the kind of stamp
 * @param value the text on it
 * @param other fields that the interface document does not list
 */
public record Stamp(
        String color,
        List<BigDecimal> position,
        String stampShape,
        String type,
        String value,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> other) {

    /** Puts an empty list in the place of an absent position. */
    public Stamp {
        position = Objects.requireNonNullElse(position, List.of());
    }
}
