/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.document;

import java.util.List;
import java.util.stream.Collectors;

/**
 * Paragraph or heading.
 *
 * @param headingLevel 1 to 6 for a heading, 0 for a paragraph
 * @param lines at least one line
 */
public record TextBlock(int headingLevel, List<TextLine> lines) implements Block {

    public TextBlock {
        lines = List.copyOf(lines);
    }

    @Override
    public Box box() {
        return Box.around(lines.stream().map(TextLine::box).toList());
    }

    public String text() {
        return lines.stream().map(TextLine::text).collect(Collectors.joining(" "));
    }

    public boolean isHeading() {
        return headingLevel > 0;
    }
}
