/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.quickstart.report;

import io.docproc.camel.model.BoundingRegion;
import io.docproc.camel.model.Citation;
import io.docproc.camel.model.ExtractResult;
import io.docproc.camel.model.ExtractedPage;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Location of a value in a document.
 *
 * @param number number of the location in the document, from 1
 * @param field the field's path, for example {@code items[0].amount}
 * @param text what stands there
 * @param page the page, from 1
 * @param points the corners as SVG takes them, in the unit of the page's size; empty if the service gave none
 * @param labelX where its number goes
 * @param labelY where its number goes
 */
public record ValueLocation(
        int number, String field, String text, int page, String points, String labelX, String labelY) {
    private static final int COORDINATES = 8;

    /** Returns the locations of a result, numbered as in {@link FieldsView}. */
    static List<ValueLocation> of(ExtractResult result) {
        List<ValueLocation> places = new ArrayList<>();
        for (Citation citation : result.citationList()) {
            for (BoundingRegion region : citation.boundingRegions()) {
                places.add(place(places.size() + 1, citation.field(), region, pageOf(region, result.pages())));
            }
        }
        return places;
    }

    private static Optional<ExtractedPage> pageOf(BoundingRegion region, List<ExtractedPage> pages) {
        return pages.stream()
                .filter(page -> page.pageNumber() == region.pageNumber())
                .findFirst();
    }

    private static ValueLocation place(int number, String field, BoundingRegion region, Optional<ExtractedPage> page) {
        if (region.position().size() != COORDINATES || page.isEmpty()) {
            return new ValueLocation(number, field, region.text(), region.pageNumber(), "", "0", "0");
        }
        double[] corners = corners(region.position(), page.get());
        StringBuilder points = new StringBuilder();
        for (int index = 0; index < COORDINATES; index += 2) {
            points.append(decimal(corners[index]))
                    .append(',')
                    .append(decimal(corners[index + 1]))
                    .append(' ');
        }
        return new ValueLocation(
                number,
                field,
                region.text(),
                region.pageNumber(),
                points.toString().strip(),
                decimal(corners[0]),
                decimal(corners[1]));
    }

    /** The service gives pixels or fractions of the page. */
    private static double[] corners(List<BigDecimal> position, ExtractedPage page) {
        boolean fractions = position.stream().allMatch(value -> value.compareTo(BigDecimal.ONE) <= 0);
        double[] corners = new double[COORDINATES];
        for (int index = 0; index < COORDINATES; index++) {
            double side = index % 2 == 0 ? page.width() : page.height();
            corners[index] = position.get(index).doubleValue() * (fractions ? side : 1);
        }
        return corners;
    }

    private static String decimal(double value) {
        return String.format(Locale.ROOT, "%.1f", value);
    }
}
