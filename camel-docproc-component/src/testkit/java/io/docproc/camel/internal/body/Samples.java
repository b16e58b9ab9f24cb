/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.body;

import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageTypeSpecifier;
import javax.imageio.ImageWriter;
import javax.imageio.stream.ImageOutputStream;
import org.apache.commons.io.input.CircularInputStream;
import org.apache.commons.io.input.ProxyInputStream;

/** Documents made for the tests, real ones where an ordinary library writes them. */
public final class Samples {
    private Samples() {}

    public static byte[] pdf() {
        return ascii("%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer << /Root 1 0 R >>\n%%EOF\n");
    }

    /** A black and white image as ImageIO writes it: large sides at few bytes. */
    public static byte[] image(String format, int width, int height) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        int type = format.equals("jpg") ? BufferedImage.TYPE_BYTE_GRAY : BufferedImage.TYPE_BYTE_BINARY;
        if (!ImageIO.write(new BufferedImage(width, height, type), format, out)) {
            throw new IOException("no writer for " + format);
        }
        return out.toByteArray();
    }

    public static byte[] gif(int frames) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        BufferedImage frame = new BufferedImage(40, 30, BufferedImage.TYPE_BYTE_BINARY);
        ImageWriter writer = ImageIO.getImageWritersByFormatName("gif").next();
        try (ImageOutputStream target = ImageIO.createImageOutputStream(out)) {
            writer.setOutput(target);
            writer.prepareWriteSequence(null);
            for (int i = 0; i < frames; i++) {
                var metadata = writer.getDefaultImageMetadata(ImageTypeSpecifier.createFromRenderedImage(frame), null);
                writer.writeToSequence(new IIOImage(frame, null, metadata), null);
            }
            writer.endWriteSequence();
        } finally {
            writer.dispose();
        }
        return out.toByteArray();
    }

    /** A PNG up to and with its IHDR chunk. */
    public static byte[] pngHeader(int width, int height) {
        return ByteBuffer.allocate(64)
                .put(new byte[] {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'})
                .putInt(13)
                .put(ascii("IHDR"))
                .putInt(width)
                .putInt(height)
                .put((byte) 8)
                .array();
    }

    static byte[] webpExtended(int width, int height) {
        ByteBuffer image = webp("VP8X", 10).putInt(0);
        return little24(little24(image, width - 1), height - 1).array();
    }

    static byte[] webpLossless(int width, int height) {
        return webp("VP8L", 10)
                .put((byte) 0x2F)
                .putInt(width - 1 | height - 1 << 14)
                .array();
    }

    @SuppressWarnings("ByteBufferBackingArray")
    static byte[] webpLossy(int width, int height) {
        ByteBuffer image = webp("VP8 ", 1_000_000).put(new byte[] {0, 0, 0, (byte) 0x9D, 1, 0x2A});
        return image.putShort((short) width).putShort((short) height).array();
    }

    private static ByteBuffer webp(String chunk, int size) {
        return ByteBuffer.allocate(40)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put(ascii("RIFF"))
                .putInt(size + 12)
                .put(ascii("WEBP" + chunk))
                .putInt(size);
    }

    private static ByteBuffer little24(ByteBuffer buffer, int value) {
        return buffer.put((byte) value).put((byte) (value >> 8)).put((byte) (value >> 16));
    }

    static byte[] zip(String... entries) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(out)) {
            for (String entry : entries) {
                zip.putNextEntry(new ZipEntry(entry));
                zip.write(ascii("<x/>"));
                zip.closeEntry();
            }
        }
        return out.toByteArray();
    }

    static byte[] ole2() {
        return ByteBuffer.allocate(1024).putLong(0xD0CF11E0A1B11AE1L).array();
    }

    public static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    static Document bytes(byte[] content, String name) {
        return Documents.bytes(Optional.of(name), ByteBuffer.wrap(content));
    }

    static byte[] read(Document document) throws IOException {
        try (InputStream in = document.open()) {
            return in.readAllBytes();
        }
    }

    /** Counts the bytes that are read, and records whether the stream was closed. */
    public static final class Watched extends ProxyInputStream {
        private long bytesRead;
        private boolean closed;

        public Watched(InputStream in) {
            super(in);
        }

        public long bytesRead() {
            return bytesRead;
        }

        public boolean closed() {
            return closed;
        }

        @Override
        protected void afterRead(int count) {
            bytesRead += Math.max(count, 0);
        }

        @Override
        public void close() throws IOException {
            closed = true;
            super.close();
        }
    }

    /** A stream of a start and then zeros, as long as asked, that exists nowhere. */
    public static Watched endless(byte[] start, long length) {
        return new Watched(new SequenceInputStream(
                new ByteArrayInputStream(start), new CircularInputStream(new byte[1], length - start.length)));
    }
}
