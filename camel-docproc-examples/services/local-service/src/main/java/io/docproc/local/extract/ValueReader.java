/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.extract;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.TextNode;
import io.docproc.local.extract.Field.Kind;
import java.math.BigDecimal;
import java.util.Comparator;
import java.util.Optional;
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
            return Dates.first(text, start).map(match -> {
                String value =
                        target.leaf().isoDate() ? match.date().toString() : text.substring(match.from(), match.to());
                return found(TextNode.valueOf(value), span, match.from(), match.to());
            });
        }
        if (target.isCurrency()) {
            return Currencies.first(text, start)
                    .map(match -> found(TextNode.valueOf(match.code()), span, match.from(), match.to()));
        }
        if (target.isIdentifier()) {
            Matcher matcher = IDENTIFIER.matcher(text);
            return start <= text.length() && matcher.find(start)
                    ? Optional.of(found(TextNode.valueOf(matcher.group()), span, matcher.start(), matcher.end()))
                    : Optional.empty();
        }
        return Optional.empty();
    }

    private record WordMatch(String word, int from, int to) {}

    private static Optional<ExtractedValue> enumValue(Target target, TextSpan span, String text, int start) {
        Optional<WordMatch> word = target.leaf().allowed().stream()
                .flatMap(allowed -> wordMatch(allowed, text, start).stream())
                .min(Comparator.comparingInt(WordMatch::from)
                        .thenComparing(Comparator.comparingInt(WordMatch::to).reversed()));
        return word.map(match -> found(TextNode.valueOf(match.word()), span, match.from(), match.to()))
                .or(() -> currencySymbol(target, span, text, start));
    }

    private static Optional<WordMatch> wordMatch(String word, String text, int start) {
        String spelled = Pattern.quote(word).replace("_", "\\E[ _-]\\Q");
        Matcher matcher = Pattern.compile(
                        "(?<![\\p{L}\\d&&[^\\p{IsHan}]])" + spelled + "(?![\\p{L}\\d&&[^\\p{IsHan}]])",
                        Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE)
                .matcher(text);
        return start <= text.length() && matcher.find(start)
                ? Optional.of(new WordMatch(word, matcher.start(), matcher.end()))
                : Optional.empty();
    }

    private static Optional<ExtractedValue> currencySymbol(Target target, TextSpan span, String text, int start) {
        return Currencies.first(text, start)
                .filter(match -> target.leaf().allowed().contains(match.code()))
                .map(match -> found(TextNode.valueOf(match.code()), span, match.from(), match.to()));
    }

    private static Optional<ExtractedValue> number(Kind kind, TextSpan span, String text, int start) {
        return Numbers.first(text, start)
                .filter(match -> kind == Kind.NUMBER || isWhole(match.number()))
                .map(match -> found(numberNode(kind, match.number()), span, match.from(), match.to()));
    }

    private static boolean isWhole(BigDecimal number) {
        return number.stripTrailingZeros().scale() <= 0;
    }

    private static JsonNode numberNode(Kind kind, BigDecimal number) {
        return kind == Kind.INTEGER
                ? JsonNodeFactory.instance.numberNode(number.toBigIntegerExact())
                : DecimalNode.valueOf(number);
    }

    private static Optional<ExtractedValue> match(
            Pattern pattern, TextSpan span, String text, int start, JsonNode value) {
        Matcher matcher = pattern.matcher(text);
        return start <= text.length() && matcher.find(start)
                ? Optional.of(found(value, span, matcher.start(), matcher.end()))
                : Optional.empty();
    }

    private static ExtractedValue found(JsonNode value, TextSpan span, int from, int to) {
        return new ExtractedValue(value, span.regions(from, to));
    }
}
