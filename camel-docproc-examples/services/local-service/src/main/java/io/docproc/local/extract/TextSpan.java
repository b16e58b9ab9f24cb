/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.extract;

import io.docproc.local.document.TextLine;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Consecutive lines, whose text is joined with spaces.
 *
 * @param page page number
 */
record TextSpan(int page, List<TextLine> lines) {

    TextSpan {
        lines = List.copyOf(lines);
    }

    static TextSpan of(int page, TextLine line) {
        return new TextSpan(page, List.of(line));
    }

    String text() {
        return lines.stream().map(TextLine::text).collect(Collectors.joining(" "));
    }

    /**
     * Returns the part from {@code from} (inclusive) to {@code to} (exclusive) without white space around its lines.
     */
    TextSpan between(int from, int to) {
        List<TextLine> parts = new ArrayList<>();
        int offset = 0;
        for (TextLine line : lines) {
            int start = Math.max(0, from - offset);
            int end = Math.min(line.text().length(), to - offset);
            if (start < end && !line.text().substring(start, end).isBlank()) {
                parts.add(trimmed(line, start, end));
            }
            offset += line.text().length() + 1;
        }
        return new TextSpan(page, parts);
    }

    /** Returns the part from {@code from}. */
    TextSpan from(int from) {
        return between(from, Integer.MAX_VALUE);
    }

    private static TextLine trimmed(TextLine line, int from, int to) {
        int start = from;
        int end = to;
        while (Character.isWhitespace(line.text().charAt(start))) {
            start++;
        }
        while (Character.isWhitespace(line.text().charAt(end - 1))) {
            end--;
        }
        return line.slice(start, end);
    }
}
