/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.extract;

import io.docproc.local.document.Box;
import io.docproc.local.document.Cell;
import io.docproc.local.document.TextLine;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Line of text with its page and table cell.
 *
 * @param cell table cell that contains the line; empty outside tables
 */
record TextPosition(int page, TextLine line, Optional<Cell> cell) {
    private static final Pattern LABEL_AND_VALUE = Pattern.compile("[^:：\\d]{2,40}[:：](?:\\s.*|\\P{ASCII}.*)?");

    Box box() {
        return line.box();
    }

    /** Returns the line; in a table, the rest of its cell. */
    TextSpan span() {
        List<TextLine> lines = cell.map(Cell::lines).orElse(List.of(line));
        return new TextSpan(page, lines.subList(lines.indexOf(line), lines.size()));
    }

    /** Returns whether the line contains a label and its value. */
    boolean isLabelled() {
        return LABEL_AND_VALUE.matcher(line.text()).matches();
    }
}
