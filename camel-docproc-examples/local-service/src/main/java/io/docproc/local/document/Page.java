/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.document;

import java.util.List;

/**
 * One page.
 *
 * @param number counted from 1
 * @param width in {@code unit}
 * @param height in {@code unit}
 * @param unit what the page and all boxes on it are measured in
 * @param angle how far the stored page is turned for display: 0, 90, 180 or 270 degrees clockwise. Sizes and boxes are
 *     those of the displayed page.
 * @param blocks in reading order; empty when the page has no text layer
 */
public record Page(int number, double width, double height, LengthUnit unit, int angle, List<Block> blocks) {

    public Page {
        blocks = List.copyOf(blocks);
    }

    /** All lines of text in reading order. */
    public List<TextLine> lines() {
        return blocks.stream().flatMap(block -> block.lines().stream()).toList();
    }

    public List<Table> tables() {
        return blocks.stream()
                .filter(Table.class::isInstance)
                .map(Table.class::cast)
                .toList();
    }
}
