/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.body;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.Optional;
import javax.imageio.ImageIO;
import javax.imageio.ImageReader;
import javax.imageio.stream.ImageInputStream;
import javax.imageio.stream.ImageInputStreamImpl;
import javax.imageio.stream.MemoryCacheImageInputStream;

/**
 * Dimensions from an image's header, which the readers of the JDK and two lines for each kind of WebP find without
 * decoding pixels.
 *
 * @param width the width in pixels; for a TIFF, of its first page
 * @param height the height in pixels; for a TIFF, of its first page
 * @param frames 1, or 2 for an image of several frames or pages
 */
record ImageSize(long width, long height, int frames) {
    /** Assumed length of a document of unknown length, in bytes. */
    private static final long UNKNOWN_LENGTH = 256 * 1024;

    /**
     * Reads the dimensions. Returns empty for an image that the JDK does not know, or that is truncated or malformed.
     *
     * @param head the first bytes of the document
     */
    static Optional<ImageSize> read(DocumentType type, byte[] head, Document document) {
        try {
            return type.equals(DocumentType.WEBP) ? webp(head) : byReader(type, head, document);
        } catch (IOException | RuntimeException | LinkageError e) {
            // The service decides: also if the JVM has no module java.desktop, or the reader rejects the image.
            return Optional.empty();
        }
    }

    private static Optional<ImageSize> webp(byte[] head) {
        ByteBuffer image = ByteBuffer.wrap(head).order(ByteOrder.LITTLE_ENDIAN);
        return switch (new String(head, 12, 4, StandardCharsets.ISO_8859_1)) {
            case "VP8X" ->
                Optional.of(new ImageSize(1 + (image.getInt(24) & 0xFFFFFF), 1 + (image.getInt(26) >>> 8), 1));
            case "VP8L" ->
                Optional.of(new ImageSize(1 + (image.getInt(21) & 0x3FFF), 1 + (image.getInt(21) >>> 14 & 0x3FFF), 1));
            case "VP8 " -> Optional.of(new ImageSize(image.getShort(26) & 0x3FFF, image.getShort(28) & 0x3FFF, 1));
            default -> Optional.empty();
        };
    }

    private static Optional<ImageSize> byReader(DocumentType type, byte[] head, Document document) throws IOException {
        Iterator<ImageReader> readers = ImageIO.getImageReadersByMIMEType(type.mediaType());
        if (!readers.hasNext()) {
            return Optional.empty();
        }
        ImageReader reader = readers.next();
        boolean isSeries = type.equals(DocumentType.GIF) || type.equals(DocumentType.TIFF);
        try (InputStream start = document.source();
                ImageInputStream image = isSeries ? new Series(document) : new MemoryCacheImageInputStream(start)) {
            reader.setInput(image, !isSeries, true);
            int width = reader.getWidth(0);
            int height = reader.getHeight(0);
            int frames = isSeries ? frames(reader) : 1;
            if (type.equals(DocumentType.GIF)) {
                // A frame may be smaller than the image, whose size may be unset.
                ByteBuffer screen = ByteBuffer.wrap(head).order(ByteOrder.LITTLE_ENDIAN);
                width = Math.max(width, Short.toUnsignedInt(screen.getShort(6)));
                height = Math.max(height, Short.toUnsignedInt(screen.getShort(8)));
            }
            return Optional.of(new ImageSize(width, height, frames));
        } finally {
            reader.dispose();
        }
    }

    private static int frames(ImageReader reader) {
        try {
            return reader.getWidth(1) > 0 ? 2 : 1;
        } catch (IOException | RuntimeException e) {
            return 1;
        }
    }

    /** Random access to a document, without a copy: a step back opens it again. */
    private static final class Series extends ImageInputStreamImpl {
        /** Number of bytes after which a step back opens the document again. */
        private static final int MARK = 8 * 1024;

        private final Document document;
        private InputStream in;
        private long position;

        Series(Document document) {
            this.document = document;
        }

        private InputStream atPosition() throws IOException {
            bitOffset = 0;
            if (position > streamPos && position <= MARK) {
                in.reset();
                position = 0;
            } else if (in == null || position > streamPos) {
                closeDocument();
                in = new BufferedInputStream(document.source());
                in.mark(MARK);
                position = 0;
            }
            in.skipNBytes(streamPos - position);
            position = streamPos;
            return in;
        }

        private void advance(long count) {
            streamPos += count;
            position += count;
        }

        @Override
        public int read() throws IOException {
            int value = atPosition().read();
            advance(value < 0 ? 0 : 1);
            return value;
        }

        @Override
        public int read(byte[] bytes, int offset, int count) throws IOException {
            int read = atPosition().read(bytes, offset, count);
            advance(Math.max(read, 0));
            return read;
        }

        /** The reader of the JDK rejects lists of a TIFF that are longer than the image. */
        @Override
        public long length() {
            return document.length().orElse(UNKNOWN_LENGTH);
        }

        private void closeDocument() throws IOException {
            if (in != null) {
                in.close();
            }
        }

        @Override
        public void close() throws IOException {
            closeDocument();
            super.close();
        }
    }
}
