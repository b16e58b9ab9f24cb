/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.extract;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds values in sentences: "Contract No. CT-7 is dated 12 March 2026", "the total price is EUR 48,000.00", and the
 * definitions of contracts, "Example Trading Ltd (the "Seller")".
 */
final class SentenceSearch {
    private static final double SURE = 0.9;
    private static final int MAX_LABEL_WORDS = 5;
    /** Maximum number of characters between a label and its value. */
    private static final int REACH = 80;

    private static final Pattern WORD = Pattern.compile("\\S+");
    private static final Pattern SENTENCE_END =
            Pattern.compile("(?<=[\\p{L}\\d)]{4}[.;!?])\\s+(?=\\p{Lu})|(?<=[。；！？])");
    private static final Pattern DEFINITION = Pattern.compile("\\(([^()\"“]{0,40})[\"“]([^\"”]{1,40})[\"”]\\)");
    private static final Pattern STATEMENT =
            Pattern.compile("^\\s*(?:is|are|shall be|means|=)\\s+(.+?)(?=[.;,](?:\\s|$)|$)");
    /** Last words before a definition that begin with a capital letter or a digit, and the words that connect them. */
    private static final Pattern PROPER_NAME = Pattern.compile(
            "[\\p{Lu}\\d][\\p{L}\\d&.'’-]*(?:\\s+(?:(?:of|and|&|de|für)\\s+)?[\\p{Lu}\\d][\\p{L}\\d&.'’-]*)*(?=,?\\s*$)");

    /** Possible label; {@code end} is its end in the sentence. */
    private record Phrase(Label label, int end) {}

    /**
     * Sentence of a paragraph.
     *
     * @param words words of the whole sentence
     * @param bare letters and digits of the sentence
     * @param phrases possible labels
     */
    private record Sentence(TextSpan span, Set<String> words, String bare, List<Phrase> phrases) {}

    private record Paragraph(TextSpan span, List<Sentence> sentences) {}

    private final List<Paragraph> paragraphs;
    private final Set<String> headings;

    SentenceSearch(TextIndex index) {
        headings = index.headingWords();
        paragraphs = index.paragraphs().stream()
                .map(span -> new Paragraph(span, sentences(span)))
                .toList();
    }

    /** Returns the first value of the target in running text. */
    Optional<ExtractedValue> find(Target target) {
        return paragraphs.stream()
                .flatMap(paragraph ->
                        definition(target, paragraph.span()).or(() -> statement(target, paragraph)).stream())
                .findFirst();
    }

    private Optional<ExtractedValue> definition(Target target, TextSpan paragraph) {
        if (target.hasForm()) {
            return Optional.empty();
        }
        String text = paragraph.text();
        int start = 0;
        for (MatchResult definition : DEFINITION.matcher(text).results().toList()) {
            if (names(target, Label.of(definition.group(2)))) {
                Matcher name = PROPER_NAME.matcher(text).region(start, definition.start());
                if (name.find()) {
                    return ValueReader.read(target, paragraph.between(name.start(), name.end()));
                }
            }
            start = definition.end();
        }
        return Optional.empty();
    }

    private boolean names(Target target, Label label) {
        boolean own = target.names().score(label, headings) >= SURE;
        boolean owners = target.names().named("name")
                && target.owner()
                        .filter(owner ->
                                new FieldNames(owner.name(), owner.description(), "").score(label, headings) >= SURE)
                        .isPresent();
        return own || owners;
    }

    private Optional<ExtractedValue> statement(Target target, Paragraph paragraph) {
        for (Sentence sentence : paragraph.sentences()) {
            if (!target.names().mayStandIn(sentence.words(), sentence.bare())) {
                continue;
            }
            for (Phrase phrase : sentence.phrases()) {
                if (target.names().score(phrase.label(), headings) >= SURE) {
                    TextSpan span = sentence.span();
                    Optional<ExtractedValue> found = target.hasForm()
                            ? ValueReader.first(target, span.between(0, reach(span, phrase.end())), phrase.end())
                            : stated(target, span, phrase.end());
                    if (found.isPresent()) {
                        return found;
                    }
                }
            }
        }
        return Optional.empty();
    }

    private static int reach(TextSpan part, int labelEnd) {
        return Math.min(part.text().length(), labelEnd + REACH);
    }

    private static Optional<ExtractedValue> stated(Target target, TextSpan part, int labelEnd) {
        Matcher statement =
                STATEMENT.matcher(part.text()).region(labelEnd, part.text().length());
        return statement.find()
                ? ValueReader.read(target, part.between(statement.start(1), statement.end(1)))
                : Optional.empty();
    }

    private static List<Sentence> sentences(TextSpan paragraph) {
        String text = paragraph.text();
        List<Sentence> sentences = new ArrayList<>();
        int start = 0;
        for (MatchResult end : SENTENCE_END.matcher(text).results().toList()) {
            addSentence(paragraph.between(start, end.start()), sentences);
            start = end.end();
        }
        addSentence(paragraph.between(start, text.length()), sentences);
        return sentences;
    }

    private static void addSentence(TextSpan span, List<Sentence> sentences) {
        String sentence = span.text();
        List<MatchResult> words = WORD.matcher(sentence).results().toList();
        List<Phrase> phrases = new ArrayList<>();
        for (int first = 0; first < words.size(); first++) {
            for (int last = Math.min(words.size(), first + MAX_LABEL_WORDS) - 1; last >= first; last--) {
                int end = words.get(last).end();
                phrases.add(
                        new Phrase(Label.of(sentence.substring(words.get(first).start(), end)), end));
            }
        }
        if (!phrases.isEmpty()) {
            Label whole = Label.of(sentence);
            sentences.add(new Sentence(span, Set.copyOf(whole.words()), whole.bare(), phrases));
        }
    }
}
