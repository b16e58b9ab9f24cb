/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.document;

import io.docproc.local.image.ExifOrientation;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import javax.imageio.ImageIO;
import javax.imageio.stream.ImageInputStream;

/**
 * Reads the pages of an image (several for a TIFF) as they are shown. Without text recognition only headers are read,
 * so that a small file that claims huge dimensions costs nothing.
 */
final class ImageReader implements DocumentReader {
    private final PageRecognizer recognizer;

    ImageReader(PageRecognizer recognizer) {
        this.recognizer = recognizer;
    }

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
                return read(reader, ExifOrientation.of(file), type, options.pages());
            } finally {
                reader.dispose();
            }
        }
    }

    private Document read(
            javax.imageio.ImageReader reader, ExifOrientation orientation, DocumentType type, PageSelection wanted)
            throws IOException {
        int count = reader.getNumImages(true);
        wanted.requireWithin(count);
        List<Page> pages = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            if (wanted.includes(i + 1)) {
                pages.add(page(reader, i, type, orientation));
            }
        }
        return new Document(type, count, pages);
    }

    private Page page(javax.imageio.ImageReader reader, int index, DocumentType type, ExifOrientation orientation)
            throws IOException {
        int width = reader.getWidth(index);
        int height = reader.getHeight(index);
        DocumentRules.EXTRACTION.checkDimensions(type.mediaType(), width, height);
        List<Block> blocks = recognizer.blocks(reader, index, orientation);
        return orientation.swapsSides()
                ? new Page(index + 1, height, width, LengthUnit.PIXEL, 0, blocks)
                : new Page(index + 1, width, height, LengthUnit.PIXEL, 0, blocks);
    }
}
