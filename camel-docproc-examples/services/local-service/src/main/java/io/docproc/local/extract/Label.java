/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.extract;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Text that may be the label of an adjacent value.
 *
 * @param words normalized words, see {@link #words(String)}
 * @param bare letters and digits
 */
record Label(List<String> words, String bare) {
    private static final Pattern NO_LETTER = Pattern.compile("[^\\p{L}\\d]");
    private static final Pattern CAMEL = Pattern.compile("(?<=[\\p{Ll}\\d])(?=\\p{Lu})");
    private static final Pattern PARENTHESES = Pattern.compile("[(（\\[][^)）\\]]*[)）\\]]");
    private static final Pattern WORD = Pattern.compile("[\\p{L}\\p{M}\\d]+|#");

    private static final Set<String> STOP_WORDS = Set.of(
            "the", "a", "an", "of", "is", "are", "for", "by", "on", "at", "in", "to", "from", "per", "this", "and",
            "or", "be", "shall");

    private static final Map<String, String> SYNONYMS = Map.ofEntries(
            Map.entry("no", "number"),
            Map.entry("nr", "number"),
            Map.entry("num", "number"),
            Map.entry("#", "number"),
            Map.entry("qty", "quantity"),
            Map.entry("amt", "amount"),
            Map.entry("dated", "date"),
            Map.entry("tel", "telephone"),
            Map.entry("phone", "telephone"),
            Map.entry("addr", "address"),
            Map.entry("ref", "reference"),
            Map.entry("desc", "description"),
            Map.entry("mail", "email"));

    static Label of(String text) {
        return new Label(words(text), NO_LETTER.matcher(text).replaceAll(""));
    }

    /**
     * Returns the normalized words in order, equal for {@code invoiceNo} and {@code Invoice No.}; without stop words
     * unless there are no others.
     */
    static List<String> words(String text) {
        List<String> all = new ArrayList<>();
        String plain = PARENTHESES.matcher(text).replaceAll(" ");
        for (String part : CAMEL.split(plain.replace("e-mail", "email").replace("E-Mail", "Email"))) {
            WORD.matcher(part).results().map(match -> canonical(match.group())).forEach(all::add);
        }
        List<String> significant =
                all.stream().filter(word -> !STOP_WORDS.contains(word)).toList();
        return significant.isEmpty() ? all : significant;
    }

    private static String canonical(String word) {
        String lower = word.toLowerCase(Locale.ROOT);
        boolean plural = lower.length() > 3 && lower.endsWith("s") && !lower.endsWith("ss");
        String singular = plural ? lower.substring(0, lower.length() - 1) : lower;
        return SYNONYMS.getOrDefault(singular, singular);
    }
}
