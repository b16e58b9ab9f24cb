/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.extract;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Finds dates in text: 2026-03-12, 2026/3/12, 12.03.2026, 12/03/2026 (day first), 12 March 2026, March 12, 2026,
 * 2026年3月12日.
 */
final class Dates {
    private static final List<String> MONTHS =
            List.of("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec");
    private static final String MONTH = "(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]{0,6}\\.?";

    private static final Pattern YEAR_FIRST =
            Pattern.compile("(?<!\\d)(\\d{4})\\s?[-/.年]\\s?(\\d{1,2})\\s?[-/.月]\\s?(\\d{1,2})(?!\\d)日?");
    private static final Pattern DAY_FIRST =
            Pattern.compile("(?<!\\d)(\\d{1,2})[-/.]\\s?(\\d{1,2})[-/.]\\s?(\\d{4})(?!\\d)");
    private static final Pattern DAY_MONTH = Pattern.compile(
            "(?<!\\d)(\\d{1,2})(?:st|nd|rd|th)?\\.?[ -]" + MONTH + ",?[ -](\\d{4})(?!\\d)", Pattern.CASE_INSENSITIVE);
    private static final Pattern MONTH_DAY =
            Pattern.compile("\\b" + MONTH + " (\\d{1,2})(?:st|nd|rd|th)?,? (\\d{4})(?!\\d)", Pattern.CASE_INSENSITIVE);

    /** Date at the characters {@code from} (inclusive) to {@code to} (exclusive). */
    record Match(LocalDate date, int from, int to) {}

    private Dates() {}

    /** Returns the first date in a text from {@code start}. */
    static Optional<Match> first(String text, int start) {
        return Stream.of(
                        match(YEAR_FIRST, text, start, m -> date(m.group(1), m.group(2), m.group(3))),
                        match(DAY_FIRST, text, start, m -> date(m.group(3), m.group(2), m.group(1))),
                        match(DAY_MONTH, text, start, m -> date(m.group(3), month(m.group(2)), m.group(1))),
                        match(MONTH_DAY, text, start, m -> date(m.group(3), month(m.group(1)), m.group(2))))
                .flatMap(Optional::stream)
                .min((a, b) -> Integer.compare(a.from(), b.from()));
    }

    private interface DateOf {
        Optional<LocalDate> read(MatchResult match);
    }

    private static Optional<Match> match(Pattern pattern, String text, int start, DateOf dateOf) {
        return pattern.matcher(text)
                .results()
                .filter(match -> match.start() >= start)
                .flatMap(match -> dateOf.read(match).map(date -> new Match(date, match.start(), match.end())).stream())
                .findFirst();
    }

    private static String month(String name) {
        return String.valueOf(MONTHS.indexOf(name.toLowerCase(Locale.ROOT)) + 1);
    }

    private static Optional<LocalDate> date(String year, String month, String day) {
        try {
            return Optional.of(LocalDate.of(Integer.parseInt(year), Integer.parseInt(month), Integer.parseInt(day)));
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }
}
