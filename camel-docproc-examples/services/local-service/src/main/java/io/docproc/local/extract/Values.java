/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.extract;

import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.Comparator;
import java.util.Currency;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Finds dates, numbers and currencies in text by their form. */
final class Values {
    private static final Map<String, String> SYMBOLS =
            Map.of("€", "EUR", "$", "USD", "£", "GBP", "¥", "CNY", "￥", "CNY", "元", "CNY");
    private static final Set<String> CODES = Currency.getAvailableCurrencies().stream()
            .map(Currency::getCurrencyCode)
            .collect(Collectors.toSet());
    private static final Pattern CURRENCY = Pattern.compile("\\b[A-Z]{3}\\b|[€$£¥￥](?=\\s?\\d)|(?<=\\d\\s?)[€$£¥￥元]");

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

    private static final String GROUPED = "\\d{1,3}(?:[ \\u00A0\\u202F'’]\\d{3}(?!\\d))+(?:[.,]\\d+)?";
    private static final String POINTED =
            "\\d{1,3}(?:,\\d{3})+(?:\\.\\d+)?|\\d{1,3}(?:\\.\\d{3})+(?:,\\d+)?|\\d+(?:[.,]\\d+)?";
    private static final Pattern NUMBER =
            Pattern.compile("(?:(?<![A-Za-z\\d.,-])|(?<=\\b[A-Z]{3}))(\\()?([-−])?(?:[$€£¥￥]\\s?)?([-−])?(" + GROUPED
                    + "|" + POINTED + ")(?!\\d|[.,]\\d)");

    /** Value at the characters {@code from} (inclusive) to {@code to} (exclusive). */
    record Match<T>(T value, int from, int to) {}

    private Values() {}

    /** Returns the code of the first currency from {@code start}: an ISO 4217 code, or a symbol beside a number. */
    static Optional<Match<String>> currency(String text, int start) {
        return matches(CURRENCY, text, start, match -> Optional.of(match.group())
                        .filter(code -> CODES.contains(code) || SYMBOLS.containsKey(code))
                        .map(code -> SYMBOLS.getOrDefault(code, code)))
                .findFirst();
    }

    /**
     * Returns the first date from {@code start}: 2026-03-12, 2026/3/12, 12.03.2026, 12/03/2026 (day first),
     * 12 March 2026, March 12, 2026, 2026年3月12日.
     */
    static Optional<Match<LocalDate>> date(String text, int start) {
        return Stream.of(
                        matches(YEAR_FIRST, text, start, m -> date(m.group(1), m.group(2), m.group(3))),
                        matches(DAY_FIRST, text, start, m -> date(m.group(3), m.group(2), m.group(1))),
                        matches(DAY_MONTH, text, start, m -> date(m.group(3), month(m.group(2)), m.group(1))),
                        matches(MONTH_DAY, text, start, m -> date(m.group(3), month(m.group(1)), m.group(2))))
                .flatMap(found -> found)
                .min(Comparator.comparingInt(Match::from));
    }

    private static <T> Stream<Match<T>> matches(
            Pattern pattern, String text, int start, Function<MatchResult, Optional<T>> value) {
        return pattern.matcher(text)
                .results()
                .filter(match -> match.start() >= start)
                .flatMap(match -> value.apply(match).map(it -> new Match<>(it, match.start(), match.end())).stream());
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

    /**
     * Returns the first number from {@code start}: 1,234.50 and 1.234,50 and 1 234,50 and 1'234.50, with a minus before
     * or in accounting parentheses. A single comma before exactly three digits separates thousands; another single
     * separator separates decimals.
     */
    static Optional<Match<BigDecimal>> number(String text, int start) {
        Matcher matcher = NUMBER.matcher(text);
        if (start > text.length() || !matcher.find(start)) {
            return Optional.empty();
        }
        int end = matcher.end();
        boolean inParentheses = matcher.group(1) != null && end < text.length() && text.charAt(end) == ')';
        int minus = Math.max(matcher.start(2), matcher.start(3));
        BigDecimal number = new BigDecimal(plain(matcher.group(4)));
        return Optional.of(new Match<>(
                inParentheses || minus >= 0 ? number.negate() : number, minus >= 0 ? minus : matcher.start(4), end));
    }

    private static String plain(String digits) {
        String joined = digits.replaceAll("[ \\u00A0\\u202F'’]", "");
        int comma = joined.lastIndexOf(',');
        int point = joined.lastIndexOf('.');
        if (comma >= 0 && point >= 0) {
            String thousands = comma < point ? "," : ".";
            return joined.replace(thousands, "").replace(',', '.');
        }
        boolean several = joined.indexOf(',') != comma || joined.indexOf('.') != point;
        boolean thousands = several || comma >= 0 && joined.length() - comma == 4 && !joined.startsWith("0");
        return thousands ? joined.replaceAll("[,.]", "") : joined.replace(',', '.');
    }
}
