/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.document;

import java.util.List;
import java.util.regex.Pattern;

/**
 * Characters that stand together on one baseline, without a gap as wide as between columns.
 *
 * @param text the characters
 * @param glyphs one box per UTF-16 unit of {@code text}
 * @param size the font's size in the page's unit
 */
public record TextLine(String text, List<Box> glyphs, double size) {
    private static final Pattern WORD = Pattern.compile("\\S+");

    public TextLine {
        glyphs = List.copyOf(glyphs);
        if (text.isBlank() || text.length() != glyphs.size()) {
            throw new IllegalArgumentException("a line has text, and one box per character");
        }
    }

    public Box box() {
        return Box.around(glyphs);
    }

    /** Where the characters {@code from} (inclusive) to {@code to} (exclusive) stand. */
    public Box box(int from, int to) {
        return Box.around(glyphs.subList(from, to));
    }

    /** The words (separated by white space), each as a line of its own. */
    public List<TextLine> words() {
        return WORD.matcher(text)
                .results()
                .map(word -> slice(word.start(), word.end()))
                .toList();
    }

    /** The part from {@code from} (inclusive) to {@code to} (exclusive); it must not be blank. */
    public TextLine slice(int from, int to) {
        return new TextLine(text.substring(from, to), glyphs.subList(from, to), size);
    }
}
