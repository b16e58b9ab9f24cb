/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.samples;

import java.awt.image.BufferedImage;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Definition of a sample photo.
 *
 * @param fileName the file name, whose extension is the format
 * @param document the photographed document
 * @param table the background
 * @param view the position of the camera
 * @param light the illumination
 */
record Photo(String fileName, Document document, SurfaceTexture table, View view, Illumination light) {
    /** Documents that can be photographed. */
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

    /** Returns the file name without extension. */
    String baseName() {
        return fileName.substring(0, fileName.lastIndexOf('.'));
    }

    /** Returns the format, the extension of the file name. */
    String format() {
        return fileName.substring(fileName.lastIndexOf('.') + 1);
    }

    /** Returns the photo, which is reproducible. */
    BufferedImage take() {
        return new Camera(view, light, table, seed()).photograph(document.draw(seed()));
    }

    /** Returns the size of the photo and the true corners {@code x1,y1,…,x4,y4}, clockwise from top left, as JSON. */
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
