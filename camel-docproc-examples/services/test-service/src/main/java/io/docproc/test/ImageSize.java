/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.Optional;
import javax.imageio.ImageIO;
import javax.imageio.ImageReader;
import javax.imageio.stream.FileImageInputStream;
import javax.imageio.stream.ImageInputStream;
import javax.imageio.stream.MemoryCacheImageInputStream;

/** Width and height of an image in pixels, and its number of frames if it is a GIF. */
record ImageSize(int width, int height, int frames) {
    /** Returns the size of an image; empty if the bytes are no image of a format that the service accepts. */
    static Optional<ImageSize> of(byte[] image) {
        try (ImageInputStream in = new MemoryCacheImageInputStream(new ByteArrayInputStream(image))) {
            return read(in);
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** Returns the size of an image in a file; empty if the file is no image of a format that the service accepts. */
    static Optional<ImageSize> of(Path file) throws IOException {
        try (ImageInputStream in = new FileImageInputStream(file.toFile())) {
            return read(in);
        }
    }

    private static Optional<ImageSize> read(ImageInputStream in) throws IOException {
        Iterator<ImageReader> readers = ImageIO.getImageReaders(in);
        if (!readers.hasNext()) {
            return webp(in);
        }
        ImageReader reader = readers.next();
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

    /** The JDK does not read WebP. */
    private static Optional<ImageSize> webp(ImageInputStream in) throws IOException {
        byte[] bytes = new byte[32];
        if (in.read(bytes) < 30) {
            return Optional.empty();
        }
        ByteBuffer head = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        return switch (new String(bytes, 8, 8, java.nio.charset.StandardCharsets.ISO_8859_1)) {
            case "WEBPVP8 " -> webp(head.getShort(26) & 0x3fff, head.getShort(28) & 0x3fff);
            case "WEBPVP8L" -> webp((head.getInt(21) & 0x3fff) + 1, (head.getInt(21) >> 14 & 0x3fff) + 1);
            case "WEBPVP8X" -> webp((head.getInt(24) & 0xffffff) + 1, (head.getInt(27) & 0xffffff) + 1);
            default -> Optional.empty();
        };
    }

    private static Optional<ImageSize> webp(int width, int height) {
        return Optional.of(new ImageSize(width, height, 1)).filter(it -> width > 0 && height > 0);
    }
}
