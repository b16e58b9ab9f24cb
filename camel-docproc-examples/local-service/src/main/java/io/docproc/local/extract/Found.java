/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.extract;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/** A leaf's value, and the text that it was read from. */
record Found(JsonNode value, List<Region> regions) {

    Found {
        regions = List.copyOf(regions);
    }
}
