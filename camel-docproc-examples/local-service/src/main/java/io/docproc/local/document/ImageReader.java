/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.document;

import io.docproc.test.ServiceErrorException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import javax.imageio.ImageIO;
import javax.imageio.stream.ImageInputStream;

/**
 * Takes an image: its pages (several for a TIFF) have the right size in pixels and no text, as there is no text
 * recognition here. Only headers are read, so a small file that claims a huge picture costs nothing.
 */
final class ImageReader implements DocumentReader {
    private static final int MIN_SIDE = 20;
    private static final int MAX_SIDE = 10_000;
    private static final int MAX_SIDE_OF_COMPACT = 20_000;

    @Override
    public Document read(Path file, DocumentType type, ReadOptions options) throws IOException {
        try (ImageInputStream in = ImageIO.createImageInputStream(file.toFile())) {
            Iterator<javax.imageio.ImageReader> readers = ImageIO.getImageReaders(in);
            if (!readers.hasNext()) {
                throw new IOException("no image header");
            }
            javax.imageio.ImageReader reader = readers.next();
            try {
                reader.setInput(in);
                return read(reader, type, options.pages());
            } finally {
                reader.dispose();
            }
        }
    }

    private static Document read(javax.imageio.ImageReader reader, DocumentType type, PageSelection wanted)
            throws IOException {
        int count = reader.getNumImages(true);
        wanted.requireWithin(count);
        List<Page> pages = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            if (wanted.includes(i + 1)) {
                int width = reader.getWidth(i);
                int height = reader.getHeight(i);
                requireDimensions(width, height);
                pages.add(new Page(i + 1, width, height, LengthUnit.PIXEL, 0, List.of()));
            }
        }
        return new Document(type, count, pages);
    }

    private static void requireDimensions(int width, int height) {
        boolean compact = Math.max(width, height) < 2L * Math.min(width, height);
        int largest = compact ? MAX_SIDE_OF_COMPACT : MAX_SIDE;
        if (Math.min(width, height) < MIN_SIDE || Math.max(width, height) > largest) {
            throw new ServiceErrorException(
                    40304,
                    "invalid image dimensions: " + width + " x " + height + " pixels; allowed are " + MIN_SIDE + " to "
                            + largest + " each for "
                            + (compact ? "an aspect ratio below 2" : "an aspect ratio of 2 or more"));
        }
    }
}
