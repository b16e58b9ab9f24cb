/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.extract;

import java.util.Comparator;
import java.util.Currency;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Finds a currency by its ISO 4217 code or by a symbol beside a number. */
final class Currencies {
    private static final Set<String> CODES = Currency.getAvailableCurrencies().stream()
            .map(Currency::getCurrencyCode)
            .collect(Collectors.toSet());
    private static final Map<String, String> SYMBOLS =
            Map.of("€", "EUR", "$", "USD", "£", "GBP", "¥", "CNY", "￥", "CNY", "元", "CNY");
    private static final Pattern CODE = Pattern.compile("\\b[A-Z]{3}\\b");
    private static final Pattern SYMBOL = Pattern.compile("[€$£¥￥](?=\\s?\\d)|(?<=\\d\\s?)[€$£¥￥元]");

    /** Currency at the characters {@code from} (inclusive) to {@code to} (exclusive). */
    record Match(String code, int from, int to) {}

    private Currencies() {}

    /** Returns the first currency in a text from {@code start}. */
    static Optional<Match> first(String text, int start) {
        Stream<Match> codes = CODE.matcher(text)
                .results()
                .filter(match -> CODES.contains(match.group()))
                .map(match -> new Match(match.group(), match.start(), match.end()));
        Matcher symbols = SYMBOL.matcher(text);
        Stream<Match> signs =
                symbols.results().map(match -> new Match(SYMBOLS.get(match.group()), match.start(), match.end()));
        return Stream.concat(codes, signs)
                .filter(match -> match.from() >= start)
                .min(Comparator.comparingInt(Match::from));
    }
}
