/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.extract;

import java.math.BigDecimal;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds numbers in text: 1,234.50 and 1.234,50 and 1 234,50 and 1'234.50, with a minus before or in accounting
 * parentheses. A single comma before exactly three digits separates thousands; another single separator separates
 * decimals.
 */
final class Numbers {
    private static final String GROUPED = "\\d{1,3}(?:[ \\u00A0\\u202F'’]\\d{3}(?!\\d))+(?:[.,]\\d+)?";
    private static final String POINTED =
            "\\d{1,3}(?:,\\d{3})+(?:\\.\\d+)?|\\d{1,3}(?:\\.\\d{3})+(?:,\\d+)?|\\d+(?:[.,]\\d+)?";
    private static final Pattern NUMBER =
            Pattern.compile("(?:(?<![A-Za-z\\d.,-])|(?<=\\b[A-Z]{3}))(\\()?([-−])?(?:[$€£¥￥]\\s?)?([-−])?(" + GROUPED
                    + "|" + POINTED + ")(?!\\d|[.,]\\d)");

    /** Number with its sign at the characters {@code from} (inclusive) to {@code to} (exclusive). */
    record Match(BigDecimal number, int from, int to) {}

    private Numbers() {}

    /** Returns the first number in a text from {@code start}. */
    static Optional<Match> first(String text, int start) {
        Matcher matcher = NUMBER.matcher(text);
        if (start > text.length() || !matcher.find(start)) {
            return Optional.empty();
        }
        boolean negative =
                matcher.group(1) != null && matcher.end() < text.length() && text.charAt(matcher.end()) == ')'
                        || matcher.group(2) != null
                        || matcher.group(3) != null;
        BigDecimal number = new BigDecimal(plain(matcher.group(4)));
        int from = matcher.group(2) != null
                ? matcher.start(2)
                : matcher.group(3) != null ? matcher.start(3) : matcher.start(4);
        return Optional.of(new Match(negative ? number.negate() : number, from, matcher.end()));
    }

    private static String plain(String digits) {
        String joined = digits.replaceAll("[ \\u00A0\\u202F'’]", "");
        int comma = joined.lastIndexOf(',');
        int point = joined.lastIndexOf('.');
        if (comma >= 0 && point >= 0) {
            char thousands = comma < point ? ',' : '.';
            return joined.replace(String.valueOf(thousands), "").replace(',', '.');
        }
        int last = Math.max(comma, point);
        if (last < 0) {
            return joined;
        }
        char separator = joined.charAt(last);
        boolean several = joined.indexOf(separator) != last;
        boolean thousands = several || joined.length() - last == 4 && separator == ',' && !joined.startsWith("0");
        return thousands ? joined.replace(String.valueOf(separator), "") : joined.replace(',', '.');
    }
}
