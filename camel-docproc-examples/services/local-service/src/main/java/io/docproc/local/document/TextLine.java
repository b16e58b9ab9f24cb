/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.document;

import java.util.List;
import java.util.regex.Pattern;

/**
 * Text on one baseline without gaps as wide as between columns.
 *
 * @param text the characters
 * @param glyphs a box for each UTF-16 unit of {@code text}
 * @param size font size in the unit of the page
 */
public record TextLine(String text, List<Box> glyphs, double size) {
    private static final Pattern WORD = Pattern.compile("\\S+");

    public TextLine {
        glyphs = List.copyOf(glyphs);
        if (text.isBlank() || text.length() != glyphs.size()) {
            throw new IllegalArgumentException(text.length() + " characters have " + glyphs.size()
                    + " boxes; allowed are one box for each character, at least one.");
        }
    }

    public Box box() {
        return Box.around(glyphs);
    }

    /** Returns the bounding box of the characters {@code from} (inclusive) to {@code to} (exclusive). */
    public Box box(int from, int to) {
        return Box.around(glyphs.subList(from, to));
    }

    /** Returns the words, separated by white space, as lines. */
    public List<TextLine> words() {
        return WORD.matcher(text)
                .results()
                .map(word -> slice(word.start(), word.end()))
                .toList();
    }

    /** Returns the part from {@code from} (inclusive) to {@code to} (exclusive), which must not be blank. */
    public TextLine slice(int from, int to) {
        return new TextLine(text.substring(from, to), glyphs.subList(from, to), size);
    }
}
