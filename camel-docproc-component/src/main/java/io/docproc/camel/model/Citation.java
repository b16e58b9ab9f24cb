/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.model;

import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Location of an extracted value in the document (interface document, "Extraction response").
 *
 * @param field the path of the field in the schema, for example {@code items[0].amount}
 * @param value the extracted value
 * @param boundingRegions the regions of pages that contain the value; empty if the service returns none
 */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
public record Citation(String field, Object value, List<BoundingRegion> boundingRegions) {
    private static final String REGIONS = "bounding_regions";
    private static final String VALUE = "value";

    /** Flattens citations, which the service nests like the schema. */
    static List<Citation> flatten(Map<String, ?> citations) {
        List<Citation> flat = new ArrayList<>();
        citations.forEach((name, value) -> collect(name, value, flat));
        return List.copyOf(flat);
    }

    private static void collect(String path, Object node, List<Citation> flat) {
        if (node instanceof Map<?, ?> map && isCitation(map)) {
            flat.add(new Citation(path, map.get(VALUE), boundingRegions(map.get(REGIONS))));
        } else if (node instanceof Map<?, ?> map) {
            map.forEach((name, value) -> collect(path + "." + name, value, flat));
        } else if (node instanceof List<?> list) {
            for (int index = 0; index < list.size(); index++) {
                collect(path + "[" + index + "]", list.get(index), flat);
            }
        }
    }

    /** A citation may lack its regions. A field that is itself called {@code value} has a citation as its value. */
    private static boolean isCitation(Map<?, ?> node) {
        return node.get(REGIONS) instanceof List<?> || (node.containsKey(VALUE) && isPlain(node.get(VALUE)));
    }

    private static boolean isPlain(Object value) {
        return !(value instanceof Map<?, ?>)
                && !(value instanceof List<?> list && list.stream().anyMatch(Map.class::isInstance));
    }

    private static List<BoundingRegion> boundingRegions(Object value) {
        return value instanceof List<?> regions ? converted(regions) : List.of();
    }

    private static List<BoundingRegion> converted(List<?> regions) {
        return regions.stream()
                .filter(Map.class::isInstance)
                .map(region -> ModelJson.mapper().convertValue(region, BoundingRegion.class))
                .toList();
    }
}
