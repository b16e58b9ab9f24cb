/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.document;

import io.docproc.test.ServiceErrorException;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Selected pages of a document.
 *
 * @param ranges page ranges, from 1
 */
public record PageSelection(List<Range> ranges) {

    /** Page range, both ends inclusive. */
    public record Range(int first, int last) {
        boolean includes(int page) {
            return first <= page && page <= last;
        }
    }

    /** All pages. */
    public static final PageSelection ALL = new PageSelection(List.of(new Range(1, Integer.MAX_VALUE)));

    private static final Pattern RANGE = Pattern.compile("\\s*(\\d{1,6})\\s*(?:-\\s*(\\d{1,6})\\s*)?");

    public PageSelection {
        ranges = List.copyOf(ranges);
    }

    /** Returns a selection of {@code count} pages from page {@code start}. */
    public static PageSelection starting(int start, int count) {
        return new PageSelection(List.of(new Range(start, (int) Math.min(Integer.MAX_VALUE, start + count - 1L))));
    }

    /**
     * Parses a {@code page_range} of the interface document: {@code 1-2,5-10}, or single pages such as {@code 3}.
     *
     * @throws ServiceErrorException 40004 if the text is invalid
     */
    public static PageSelection parse(String text) {
        return new PageSelection(Arrays.stream(text.split(",", -1))
                .map(part -> range(part, text))
                .toList());
    }

    private static Range range(String part, String whole) {
        Matcher matcher = RANGE.matcher(part);
        if (matcher.matches()) {
            int first = Integer.parseInt(matcher.group(1));
            int last = matcher.group(2) == null ? first : Integer.parseInt(matcher.group(2));
            if (first >= 1 && first <= last) {
                return new Range(first, last);
            }
        }
        throw new ServiceErrorException(
                40004,
                "scope.page_range is '" + whole
                        + "'; allowed are ranges <first>-<last> counted from 1, such as 1-2,5-10");
    }

    public boolean includes(int page) {
        return ranges.stream().anyMatch(range -> range.includes(page));
    }

    /**
     * Requires that each range begins within the document. Pages beyond its end are ignored.
     *
     * @throws ServiceErrorException 40424 if a range begins after the last page
     */
    public void requireWithin(int pageCount) {
        for (Range range : ranges) {
            if (range.first() > pageCount) {
                throw new ServiceErrorException(
                        40424,
                        "page number out of range: page " + range.first() + " is requested; allowed are pages 1 to "
                                + pageCount);
            }
        }
    }

    @Override
    public String toString() {
        return ranges.stream()
                .map(range ->
                        range.last() == Integer.MAX_VALUE ? range.first() + "-" : range.first() + "-" + range.last())
                .collect(Collectors.joining(","));
    }
}
