/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.service.extract;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds values in sentences: "Contract No. CT-7 is dated 12 March 2026", "the total price is EUR 48,000.00", and the
 * definitions of contracts, "Example Trading Ltd (the "Seller")".
 */
final class ProseSearch {
    private static final double SURE = 0.9;
    private static final int LONGEST_LABEL = 5;
    /** A value farther behind its label than this many characters is not its own. */
    private static final int REACH = 80;

    private static final Pattern WORD = Pattern.compile("\\S+");
    private static final Pattern SENTENCE_END =
            Pattern.compile("(?<=[\\p{L}\\d)]{4}[.;!?])\\s+(?=\\p{Lu})|(?<=[。；！？])");
    private static final Pattern DEFINITION = Pattern.compile("\\(([^()\"“]{0,40})[\"“]([^\"”]{1,40})[\"”]\\)");
    private static final Pattern STATEMENT =
            Pattern.compile("^\\s*(?:is|are|shall be|means|=)\\s+(.+?)(?=[.;,](?:\\s|$)|$)");
    /** The last words before a definition that begin with a capital or a digit, with what may join them. */
    private static final Pattern PROPER_NAME = Pattern.compile(
            "[\\p{Lu}\\d][\\p{L}\\d&.'’-]*(?:\\s+(?:(?:of|and|&|de|für)\\s+)?[\\p{Lu}\\d][\\p{L}\\d&.'’-]*)*(?=,?\\s*$)");

    private ProseSearch() {}

    /** The first value that running text states for the target. */
    static Optional<Found> find(Target target, TextIndex index) {
        return index.paragraphs().stream()
                .flatMap(paragraph ->
                        definition(target, index, paragraph).or(() -> statement(target, index, paragraph)).stream())
                .findFirst();
    }

    private static Optional<Found> definition(Target target, TextIndex index, Passage paragraph) {
        if (target.hasForm()) {
            return Optional.empty();
        }
        String text = paragraph.text();
        int start = 0;
        for (MatchResult definition : DEFINITION.matcher(text).results().toList()) {
            if (names(target, definition.group(2), index)) {
                Matcher name = PROPER_NAME.matcher(text).region(start, definition.start());
                if (name.find()) {
                    return ValueReader.read(target, paragraph.between(name.start(), name.end()));
                }
            }
            start = definition.end();
        }
        return Optional.empty();
    }

    private static boolean names(Target target, String label, TextIndex index) {
        boolean own = target.names().score(Label.of(label), index.headingWords()) >= SURE;
        boolean owners = target.names().named("name")
                && target.owner()
                        .filter(owner -> new FieldNames(owner.name(), owner.description(), "")
                                        .score(Label.of(label), index.headingWords())
                                >= SURE)
                        .isPresent();
        return own || owners;
    }

    private static Optional<Found> statement(Target target, TextIndex index, Passage paragraph) {
        for (int[] sentence : sentences(paragraph.text())) {
            Passage part = paragraph.between(sentence[0], sentence[1]);
            for (int labelEnd : labelEnds(target, index, part.text())) {
                Optional<Found> found = target.hasForm()
                        ? ValueReader.first(target, part.between(0, reach(part, labelEnd)), labelEnd)
                        : stated(target, part, labelEnd);
                if (found.isPresent()) {
                    return found;
                }
            }
        }
        return Optional.empty();
    }

    private static int reach(Passage part, int labelEnd) {
        return Math.min(part.text().length(), labelEnd + REACH);
    }

    private static Optional<Found> stated(Target target, Passage part, int labelEnd) {
        Matcher statement =
                STATEMENT.matcher(part.text()).region(labelEnd, part.text().length());
        return statement.find()
                ? ValueReader.read(target, part.between(statement.start(1), statement.end(1)))
                : Optional.empty();
    }

    /** Where labels that name the target end in the sentence. */
    private static List<Integer> labelEnds(Target target, TextIndex index, String sentence) {
        List<MatchResult> words = WORD.matcher(sentence).results().toList();
        List<Integer> ends = new ArrayList<>();
        for (int first = 0; first < words.size(); first++) {
            for (int last = Math.min(words.size(), first + LONGEST_LABEL) - 1; last >= first; last--) {
                String phrase = sentence.substring(
                        words.get(first).start(), words.get(last).end());
                if (target.names().score(Label.of(phrase), index.headingWords()) >= SURE) {
                    ends.add(words.get(last).end());
                }
            }
        }
        return ends.stream().distinct().toList();
    }

    private static List<int[]> sentences(String text) {
        List<int[]> sentences = new ArrayList<>();
        int start = 0;
        for (MatchResult end : SENTENCE_END.matcher(text).results().toList()) {
            sentences.add(new int[] {start, end.start()});
            start = end.end();
        }
        sentences.add(new int[] {start, text.length()});
        return sentences.stream()
                .filter(range -> !text.substring(range[0], range[1]).isBlank())
                .toList();
    }
}
