/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.document;

import java.util.List;
import java.util.regex.Pattern;

/**
 * Text between wide gaps in a line of fixed-width text.
 *
 * @param text without surrounding white space
 * @param column number of characters before it; a tab extends to the next multiple of 8
 */
record TextRun(String text, int column) {
    private static final int TAB = 8;
    private static final int MAX_LINE_LENGTH = 90;
    private static final Pattern RUN = Pattern.compile("\\S+(?: \\S+)*");

    static List<TextRun> of(String line) {
        return RUN.matcher(expandTabs(line))
                .results()
                .map(run -> new TextRun(run.group(), run.start()))
                .toList();
    }

    /** Returns whether a line fits on the page; a longer line is wrapped like a paragraph. */
    static boolean fits(String line) {
        return expandTabs(line).length() <= MAX_LINE_LENGTH;
    }

    private static String expandTabs(String line) {
        StringBuilder expanded = new StringBuilder();
        for (int index = 0; index < line.length(); index++) {
            char c = line.charAt(index);
            if (c == '\t') {
                // At least two spaces, so that a tab always separates texts.
                int spaces = Math.max(2, TAB - expanded.length() % TAB);
                expanded.append(" ".repeat(spaces));
            } else {
                expanded.append(c);
            }
        }
        return expanded.toString();
    }
}
