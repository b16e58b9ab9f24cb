/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.model;

import com.fasterxml.jackson.core.type.TypeReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Where the value of one field was found (interface document, "Extraction response").
 *
 * @param field the field's path in the schema, for example {@code items[0].amount}
 * @param value the value that was found
 * @param boundingRegions the places where it stands
 */
public record Citation(String field, Object value, List<BoundingRegion> boundingRegions) {
    private static final String REGIONS = "bounding_regions";
    private static final TypeReference<List<BoundingRegion>> REGION_LIST = new TypeReference<>() {};

    /** Flattens citations, which the service nests as the schema is nested. */
    static List<Citation> flatten(Map<String, ?> citations) {
        List<Citation> flat = new ArrayList<>();
        citations.forEach((name, value) -> collect(name, value, flat));
        return List.copyOf(flat);
    }

    private static void collect(String path, Object node, List<Citation> flat) {
        if (node instanceof Map<?, ?> map && map.get(REGIONS) instanceof List<?> regions) {
            flat.add(new Citation(path, map.get("value"), ModelJson.mapper().convertValue(regions, REGION_LIST)));
        } else if (node instanceof Map<?, ?> map) {
            map.forEach((name, value) -> collect(path + "." + name, value, flat));
        } else if (node instanceof List<?> list) {
            for (int index = 0; index < list.size(); index++) {
                collect(path + "[" + index + "]", list.get(index), flat);
            }
        }
    }
}
