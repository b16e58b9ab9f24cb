/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.quickstart.report;

import io.docproc.camel.model.BoundingRegion;
import io.docproc.camel.model.ExtractResult;
import io.docproc.camel.model.ExtractedPage;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * Location of a value in a document.
 *
 * @param field path of the field, for example {@code items[0].amount}
 * @param text text at this location
 * @param page page number, from 1
 * @param corners {@code x1,y1,…,x4,y4} in the unit of the page size; empty if the service returned none
 */
public record ValueLocation(String field, String text, int page, List<String> corners) {
    private static final int COORDINATES = 8;

    static List<ValueLocation> of(ExtractResult result) {
        List<ValueLocation> locations = new ArrayList<>();
        result.citationList().forEach(citation -> citation.boundingRegions()
                .forEach(region -> locations.add(new ValueLocation(
                        citation.field(), region.text(), region.pageNumber(), corners(region, result.pages())))));
        return locations;
    }

    boolean isOn(int number) {
        return page == number && !corners.isEmpty();
    }

    private static List<String> corners(BoundingRegion region, List<ExtractedPage> pages) {
        return pages.stream()
                .filter(page -> page.pageNumber() == region.pageNumber()
                        && region.position().size() == COORDINATES)
                .findFirst()
                .map(page -> corners(region.position(), page))
                .orElse(List.of());
    }

    /** The service returns pixels or fractions of the page. */
    private static List<String> corners(List<BigDecimal> position, ExtractedPage page) {
        boolean fractions = position.stream().allMatch(value -> value.compareTo(BigDecimal.ONE) <= 0);
        return IntStream.range(0, COORDINATES)
                .mapToDouble(index -> position.get(index).doubleValue()
                        * (!fractions ? 1 : index % 2 == 0 ? page.width() : page.height()))
                .mapToObj(value -> String.format(Locale.ROOT, "%.1f", value))
                .toList();
    }
}
