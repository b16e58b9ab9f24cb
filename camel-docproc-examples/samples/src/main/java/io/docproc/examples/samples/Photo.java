/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.samples;

import java.awt.image.BufferedImage;
import java.util.List;
import java.util.stream.Collectors;

/**
 * One sample: what is photographed, where it lies, and how.
 *
 * @param fileName the file to write; the extension decides the format
 * @param document the paper
 * @param table what it lies on
 * @param view where the camera stands
 * @param light how the scene is lit
 */
record Photo(String fileName, Document document, SurfaceTexture table, View view, Illumination light) {
    /** The kinds of paper that are drawn. */
    enum Document {
        /** An A4 invoice. */
        INVOICE,
        /** A till receipt. */
        RECEIPT,
        /** An A4 letter. */
        LETTER;

        BufferedImage draw(long seed) {
            SamplePages pages = new SamplePages(seed);
            return switch (this) {
                case INVOICE -> pages.invoice();
                case RECEIPT -> pages.receipt();
                case LETTER -> pages.letter();
            };
        }
    }

    /** The name without its extension. */
    String baseName() {
        return fileName.substring(0, fileName.lastIndexOf('.'));
    }

    /** The format by its extension. */
    String format() {
        return fileName.substring(fileName.lastIndexOf('.') + 1);
    }

    /** The photograph; the same each time. */
    BufferedImage take() {
        return new Camera(view, light, table, seed()).photograph(document.draw(seed()));
    }

    /** The true corners as JSON: the picture's size and x1,y1 to x4,y4 from top-left clockwise. */
    String cornersAsJson() {
        BufferedImage page = document.draw(seed());
        List<Double> corners = view.corners(Camera.millimetres(page.getWidth()), Camera.millimetres(page.getHeight()));
        return "{\"width\":%d,\"height\":%d,\"corners\":[%s]}%n"
                .formatted(
                        view.width(),
                        view.height(),
                        corners.stream()
                                .map(value -> String.valueOf(Math.round(value)))
                                .collect(Collectors.joining(",")));
    }

    private long seed() {
        return baseName().hashCode();
    }
}
