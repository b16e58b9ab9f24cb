/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.extract;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/** Value of a leaf field with the text regions that it was read from. */
record ExtractedValue(JsonNode value, List<Region> regions) {

    ExtractedValue {
        regions = List.copyOf(regions);
    }
}
