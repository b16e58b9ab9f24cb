/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.extract;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.TextNode;
import io.docproc.local.extract.Field.Kind;
import io.docproc.local.extract.Values.Match;
import java.math.BigDecimal;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads values of a target from text. */
final class ValueReader {
    private static final Pattern TRUE = Pattern.compile("(?i)\\b(?:yes|true|x)\\b|是|☑|☒|✓");
    private static final Pattern FALSE = Pattern.compile("(?i)\\b(?:no|false)\\b|否|☐");
    private static final Pattern IDENTIFIER =
            Pattern.compile("(?=[\\p{Alnum}/._-]*\\d)\\p{Alnum}[\\p{Alnum}/._-]*\\p{Alnum}|\\d");

    private ValueReader() {}

    /** Returns the value of a whole text; empty if it does not have the form of the target. */
    static Optional<ExtractedValue> read(Target target, TextSpan span) {
        if (span.lines().isEmpty()) {
            return Optional.empty();
        }
        if (target.hasForm() && !target.isIdentifier()) {
            return first(target, span, 0);
        }
        String text = span.text();
        if (target.isIdentifier() && text.chars().noneMatch(Character::isDigit)) {
            return Optional.empty();
        }
        return Optional.of(found(TextNode.valueOf(text), span, 0, text.length()));
    }

    /** Returns the first value from {@code start}; empty if values of the target are not recognized by their form. */
    static Optional<ExtractedValue> first(Target target, TextSpan span, int start) {
        String text = span.text();
        if (!target.leaf().allowed().isEmpty()) {
            return enumValue(target, span, text, start);
        }
        return switch (target.leaf().kind()) {
            case NUMBER, INTEGER -> number(target.leaf().kind(), span, text, start);
            case BOOLEAN ->
                match(TRUE, span, text, start, BooleanNode.TRUE)
                        .or(() -> match(FALSE, span, text, start, BooleanNode.FALSE));
            case STRING -> string(target, span, text, start);
        };
    }

    private static Optional<ExtractedValue> string(Target target, TextSpan span, String text, int start) {
        if (target.isDate()) {
            return Values.date(text, start).map(match -> {
                String value =
                        target.leaf().isoDate() ? match.value().toString() : text.substring(match.from(), match.to());
                return found(TextNode.valueOf(value), span, match.from(), match.to());
            });
        }
        if (target.isCurrency()) {
            return currency(span, text, start, code -> true);
        }
        return target.isIdentifier() ? match(IDENTIFIER, span, text, start, null) : Optional.empty();
    }

    private static Optional<ExtractedValue> enumValue(Target target, TextSpan span, String text, int start) {
        List<String> allowed = target.leaf().allowed();
        return allowed.stream()
                .flatMap(word -> wordMatch(word, text, start).stream())
                .min(Comparator.<Match<String>>comparingInt(Match::from)
                        .thenComparing(Match::to, Comparator.reverseOrder()))
                .map(match -> found(TextNode.valueOf(match.value()), span, match.from(), match.to()))
                .or(() -> currency(span, text, start, allowed::contains));
    }

    private static Optional<Match<String>> wordMatch(String word, String text, int start) {
        String spelled = Pattern.quote(word).replace("_", "\\E[ _-]\\Q");
        Matcher matcher = Pattern.compile(
                        "(?<![\\p{L}\\d&&[^\\p{IsHan}]])" + spelled + "(?![\\p{L}\\d&&[^\\p{IsHan}]])",
                        Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE)
                .matcher(text);
        return start <= text.length() && matcher.find(start)
                ? Optional.of(new Match<>(word, matcher.start(), matcher.end()))
                : Optional.empty();
    }

    private static Optional<ExtractedValue> currency(TextSpan span, String text, int start, Predicate<String> allowed) {
        return Values.currency(text, start)
                .filter(match -> allowed.test(match.value()))
                .map(match -> found(TextNode.valueOf(match.value()), span, match.from(), match.to()));
    }

    private static Optional<ExtractedValue> number(Kind kind, TextSpan span, String text, int start) {
        return Values.number(text, start)
                .filter(match -> kind == Kind.NUMBER || isWhole(match.value()))
                .map(match -> found(numberNode(kind, match.value()), span, match.from(), match.to()));
    }

    private static boolean isWhole(BigDecimal number) {
        return number.stripTrailingZeros().scale() <= 0;
    }

    private static JsonNode numberNode(Kind kind, BigDecimal number) {
        return kind == Kind.INTEGER
                ? JsonNodeFactory.instance.numberNode(number.toBigIntegerExact())
                : DecimalNode.valueOf(number);
    }

    /** Returns the value at the first match of a pattern; the matching text if the value is null. */
    private static Optional<ExtractedValue> match(
            Pattern pattern, TextSpan span, String text, int start, JsonNode value) {
        Matcher matcher = pattern.matcher(text);
        return start <= text.length() && matcher.find(start)
                ? Optional.of(found(
                        value == null ? TextNode.valueOf(matcher.group()) : value,
                        span,
                        matcher.start(),
                        matcher.end()))
                : Optional.empty();
    }

    private static ExtractedValue found(JsonNode value, TextSpan span, int from, int to) {
        return new ExtractedValue(value, span.between(from, to));
    }
}
