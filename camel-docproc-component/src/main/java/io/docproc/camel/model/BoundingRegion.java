/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.model;

import java.math.BigDecimal;
import java.util.List;
import java.util.Objects;

/**
 * A place on a page (interface document, "Extraction response").
 *
 * @param pageNumber from 1
 * @param position {@code x1,y1,…,x4,y4} from top-left clockwise; pixels or fractions of the page, as the service gives
 *     them
 * @param text what stands there
 */
public record BoundingRegion(int pageNumber, List<BigDecimal> position, String text) {

    /** Puts an empty list in the place of an absent position. */
    public BoundingRegion {
        position = Objects.requireNonNullElse(position, List.of());
    }
}
