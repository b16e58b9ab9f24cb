/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.document;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.Optional;
import javax.imageio.ImageIO;
import javax.imageio.ImageReader;
import javax.imageio.stream.FileImageInputStream;
import javax.imageio.stream.ImageInputStream;

/**
 * Size of an image, read from its header.
 *
 * @param width width in pixels
 * @param height height in pixels
 * @param frames number of frames of a GIF; 1 for other formats
 */
record ImageSize(int width, int height, int frames) {
    /** Returns the size of an image in a file; empty if the file is no image of a format that the service accepts. */
    static Optional<ImageSize> of(Path file) throws IOException {
        try (ImageInputStream in = new FileImageInputStream(file.toFile())) {
            Iterator<ImageReader> readers = ImageIO.getImageReaders(in);
            return readers.hasNext() ? read(in, readers.next()) : Optional.empty();
        }
    }

    private static Optional<ImageSize> read(ImageInputStream in, ImageReader reader) {
        try {
            reader.setInput(in, false, true);
            int frames = reader.getFormatName().equals("gif") ? reader.getNumImages(true) : 1;
            return Optional.of(new ImageSize(reader.getWidth(0), reader.getHeight(0), frames));
        } catch (IOException | RuntimeException e) {
            return Optional.empty();
        } finally {
            reader.dispose();
        }
    }
}
