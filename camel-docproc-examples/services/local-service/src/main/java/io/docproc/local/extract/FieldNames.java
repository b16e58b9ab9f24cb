/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.extract;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Labels that a document can have for a field: the words of its name, with or without the name of its object, and the
 * quoted or Chinese words of its description.
 */
final class FieldNames {
    /** Minimum score of a label of the field. */
    static final double ENOUGH = 0.7;

    private static final Pattern QUOTED =
            Pattern.compile("(?<!\\p{L})['‘]([^'’]{1,40})['’](?!\\p{L})|[\"“]([^\"”]{1,40})[\"”]|「([^」]{1,40})」");
    private static final Pattern CHINESE = Pattern.compile("\\p{IsHan}{2,}");

    private static final double UNDERSTOOD = 0.1;
    private static final double DESCRIBED = 0.25;
    private static final double EXTRA = 0.5;
    /** Words that change the meaning of a label: "Buyer remarks" is no label of the buyer. */
    private static final double OTHER_HEAD = 0.8;

    private static final double MISSING = 1;

    private final List<List<String>> names = new ArrayList<>();
    private final Set<List<String>> phrases = new HashSet<>();
    private final Set<String> chinese = new HashSet<>();
    private final Set<String> described;

    /** Creates the labels of a field; {@code owner} is the name of its object, empty if it has none. */
    FieldNames(String name, String description, String owner) {
        List<String> words = Label.words(name);
        if (!owner.isEmpty()) {
            List<String> withOwner = new ArrayList<>(Label.words(owner));
            withOwner.addAll(words);
            names.add(withOwner);
        }
        names.add(words);
        described = Set.copyOf(Label.words(description));
        QUOTED.matcher(description).results().forEach(quoted -> {
            for (int group = 1; group <= 3; group++) {
                if (quoted.group(group) != null) {
                    phrases.add(Label.words(quoted.group(group)));
                }
            }
        });
        CHINESE.matcher(name + " " + description).results().forEach(run -> chinese.add(run.group()));
    }

    /** Returns whether the name or description contains the word. */
    boolean mention(String... words) {
        return Set.of(words).stream()
                .anyMatch(word -> described.contains(word) || names.get(0).contains(word));
    }

    /** Returns whether the name contains one of the words. */
    boolean named(String... words) {
        List<String> own = names.get(names.size() - 1);
        return Set.of(words).stream().anyMatch(own::contains);
    }

    /**
     * Returns whether a text with these words can contain a label of the field. Faster than scoring all phrases.
     *
     * @param bare letters and digits of the text
     */
    boolean mayStandIn(Set<String> words, String bare) {
        return names.get(names.size() - 1).stream().anyMatch(words::contains)
                || phrases.stream().anyMatch(words::containsAll)
                || chinese.stream().anyMatch(bare::contains);
    }

    /**
     * Returns the score of a label, 0 to 1.
     *
     * @param headings words of the headings of the document, which labels omit ("Date" on an "Invoice")
     */
    double score(Label label, Set<String> headings) {
        if (chinese.contains(label.bare())) {
            return 1;
        }
        List<String> words = label.words();
        if (words.isEmpty()) {
            return 0;
        }
        if (phrases.contains(words)) {
            return 1;
        }
        double best = 0;
        for (int i = 0; i < names.size(); i++) {
            double score = score(names.get(i), words, headings);
            // If two objects have a field of the same name, the label with the name of the object scores higher.
            boolean ownerLeftOut = i > 0;
            best = Math.max(best, ownerLeftOut ? score * 0.95 : score);
        }
        return best;
    }

    private double score(List<String> name, List<String> label, Set<String> headings) {
        if (name.stream().noneMatch(word -> label.contains(word) && !(headings.contains(word) && name.size() > 1))) {
            return 0;
        }
        double cost = 0;
        for (String word : name) {
            if (!label.contains(word)) {
                cost += headings.contains(word) ? UNDERSTOOD : MISSING;
            }
        }
        String head = label.get(label.size() - 1);
        for (String word : label) {
            if (!name.contains(word)) {
                cost += headings.contains(word)
                        ? UNDERSTOOD
                        : described.contains(word) ? DESCRIBED : word.equals(head) ? OTHER_HEAD : EXTRA;
            }
        }
        return Math.max(0, 1 - cost / Math.max(name.size(), label.size()));
    }
}
