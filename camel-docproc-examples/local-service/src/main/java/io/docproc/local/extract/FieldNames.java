/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.extract;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The ways in which a document may label a field: its name's words, with or without its object's name, and whatever its
 * description puts in quotes or writes in Chinese.
 */
final class FieldNames {
    /** Labels that score less are not the field's. */
    static final double ENOUGH = 0.7;

    private static final Pattern QUOTED =
            Pattern.compile("(?<!\\p{L})['‘]([^'’]{1,40})['’](?!\\p{L})|[\"“]([^\"”]{1,40})[\"”]|「([^」]{1,40})」");
    private static final Pattern CHINESE = Pattern.compile("\\p{IsHan}{2,}");

    private static final double UNDERSTOOD = 0.1;
    private static final double DESCRIBED = 0.25;
    private static final double EXTRA = 0.5;
    /** "Buyer remarks" are not the buyer. */
    private static final double OTHER_HEAD = 0.8;

    private static final double MISSING = 1;

    private final List<List<String>> names = new ArrayList<>();
    private final Set<List<String>> phrases = new HashSet<>();
    private final Set<String> chinese = new HashSet<>();
    private final Set<String> described;

    /** @param owner the name of the object that holds the field; empty for none */
    FieldNames(String name, String description, String owner) {
        List<String> words = Tokenizer.of(name);
        if (!owner.isEmpty()) {
            List<String> withOwner = new ArrayList<>(Tokenizer.of(owner));
            withOwner.addAll(words);
            names.add(withOwner);
        }
        names.add(words);
        described = Set.copyOf(Tokenizer.of(description));
        QUOTED.matcher(description).results().forEach(quoted -> {
            for (int group = 1; group <= 3; group++) {
                if (quoted.group(group) != null) {
                    phrases.add(Tokenizer.of(quoted.group(group)));
                }
            }
        });
        CHINESE.matcher(name + " " + description).results().forEach(run -> chinese.add(run.group()));
    }

    /** Whether the field's name or description has the word. */
    boolean mention(String... words) {
        return Set.of(words).stream()
                .anyMatch(word -> described.contains(word) || names.get(0).contains(word));
    }

    /** Whether the field's own name has one of the words. */
    boolean named(String... words) {
        List<String> own = names.get(names.size() - 1);
        return Set.of(words).stream().anyMatch(own::contains);
    }

    /**
     * Whether a text with these words can hold a label of the field at all: a quick look before all its phrases are
     * scored.
     *
     * @param bare the text's letters and digits
     */
    boolean mayStandIn(Set<String> words, String bare) {
        return names.get(names.size() - 1).stream().anyMatch(words::contains)
                || phrases.stream().anyMatch(words::containsAll)
                || chinese.stream().anyMatch(bare::contains);
    }

    /**
     * How well a label names the field, 0 to 1.
     *
     * @param headings words of the document's headings, which its labels leave out ("Date" on an "Invoice")
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
            // Of two objects' fields of one name, the one whose label says which it is wins.
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
