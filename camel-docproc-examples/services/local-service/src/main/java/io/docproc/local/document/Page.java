/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.document;

import java.util.List;

/**
 * Page of a document.
 *
 * @param number page number, from 1
 * @param width width in {@code unit}
 * @param height height in {@code unit}
 * @param unit unit of the page and all boxes on it
 * @param angle clockwise rotation of the stored page for display: 0, 90, 180 or 270 degrees. Sizes and boxes refer to
 *     the displayed page.
 * @param blocks content in reading order; empty if the page has no text
 */
public record Page(int number, double width, double height, LengthUnit unit, int angle, List<Block> blocks) {

    public Page {
        blocks = List.copyOf(blocks);
    }

    /** Returns the page with other content. */
    Page withBlocks(List<Block> other) {
        return new Page(number, width, height, unit, angle, other);
    }

    /** Returns all text lines in reading order. */
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
