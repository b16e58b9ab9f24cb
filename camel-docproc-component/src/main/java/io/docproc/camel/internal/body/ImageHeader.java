/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.body;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import org.apache.tika.io.BoundedInputStream;

/**
 * Dimensions from an image's header, read without decoding pixels. Values are skipped instead of loaded, so that a
 * malicious header cannot exhaust the heap. Metadata libraries load them and are therefore not used.
 *
 * @param width the width in pixels; for a TIFF, of its first page
 * @param height the height in pixels; for a TIFF, of its first page
 * @param animated whether the image is a GIF with more than one frame, as far as its blocks were read
 */
record ImageHeader(long width, long height, boolean animated) {
    /** Maximum number of bytes that are searched in a JPEG or GIF. */
    private static final long SEARCHED_BYTES = 4 << 20;

    ImageHeader(long width, long height) {
        this(width, height, false);
    }

    /**
     * Reads the header of an image. Returns empty for another format, a truncated image or a search beyond the limit.
     *
     * @throws IOException if the image cannot be read
     */
    static Optional<ImageHeader> read(DocumentType type, InputStream image) throws IOException {
        try {
            return switch (type.extension()) {
                case "png" -> png(data(image));
                case "bmp" -> bmp(data(image));
                case "webp" -> webp(data(image));
                case "gif" -> Optional.of(GifScan.read(data(new BoundedInputStream(SEARCHED_BYTES, image))));
                case "jpg" -> jpeg(data(new BoundedInputStream(SEARCHED_BYTES, image)));
                case "tiff" -> TiffScan.read(data(image));
                default -> Optional.empty();
            };
        } catch (EOFException e) {
            return Optional.empty();
        }
    }

    private static DataInputStream data(InputStream image) {
        return new DataInputStream(new BufferedInputStream(image));
    }

    private static Optional<ImageHeader> png(DataInputStream in) throws IOException {
        in.skipNBytes(12);
        if (in.readInt() != fourCharacters("IHDR")) {
            return Optional.empty();
        }
        return Optional.of(new ImageHeader(Integer.toUnsignedLong(in.readInt()), Integer.toUnsignedLong(in.readInt())));
    }

    private static Optional<ImageHeader> bmp(DataInputStream in) throws IOException {
        in.skipNBytes(14);
        boolean os2 = littleEndianInt(in) == 12;
        if (os2) {
            return Optional.of(new ImageHeader(littleEndianShort(in), littleEndianShort(in)));
        }
        // A negative height means that the rows are stored from top to bottom.
        return Optional.of(new ImageHeader(Math.abs((long) littleEndianInt(in)), Math.abs((long) littleEndianInt(in))));
    }

    private static Optional<ImageHeader> webp(DataInputStream in) throws IOException {
        in.skipNBytes(12);
        int chunk = in.readInt();
        in.skipNBytes(4);
        if (chunk == fourCharacters("VP8X")) {
            in.skipNBytes(4);
            return Optional.of(new ImageHeader(1L + littleEndian24(in), 1L + littleEndian24(in)));
        }
        if (chunk == fourCharacters("VP8L")) {
            in.skipNBytes(1);
            int bits = littleEndianInt(in);
            return Optional.of(new ImageHeader(1L + (bits & 0x3FFF), 1L + (bits >>> 14 & 0x3FFF)));
        }
        if (chunk == fourCharacters("VP8 ")) {
            in.skipNBytes(6);
            return Optional.of(new ImageHeader(littleEndianShort(in) & 0x3FFF, littleEndianShort(in) & 0x3FFF));
        }
        return Optional.empty();
    }

    private static Optional<ImageHeader> jpeg(DataInputStream in) throws IOException {
        in.skipNBytes(2);
        while (true) {
            int marker = jpegMarker(in);
            if (!opensSegment(marker)) {
                return Optional.empty();
            }
            int length = in.readUnsignedShort();
            if (isStartOfFrame(marker)) {
                in.skipNBytes(1);
                int height = in.readUnsignedShort();
                int width = in.readUnsignedShort();
                // Height 0 means that a DNL segment after the first scan contains the height.
                return height == 0 ? Optional.empty() : Optional.of(new ImageHeader(width, height));
            }
            in.skipNBytes(Math.max(length - 2, 0));
        }
    }

    private static int jpegMarker(DataInputStream in) throws IOException {
        int marker = in.readUnsignedByte() == 0xFF ? 0xFF : 0;
        while (marker == 0xFF) {
            marker = in.readUnsignedByte();
        }
        return marker;
    }

    /**
     * Returns whether a marker starts a segment with a length. Excludes invalid markers, TEM, RST0 to RST7, SOI, EOI
     * and SOS.
     */
    private static boolean opensSegment(int marker) {
        return marker > 1 && (marker < 0xD0 || marker > 0xDA);
    }

    /**
     * Returns whether the marker is one of SOF0 to SOF15. Excludes DHT, JPG and DAC, whose markers are in the same
     * range.
     */
    private static boolean isStartOfFrame(int marker) {
        return marker >= 0xC0 && marker <= 0xCF && marker != 0xC4 && marker != 0xC8 && marker != 0xCC;
    }

    private static int fourCharacters(String text) {
        return text.charAt(0) << 24 | text.charAt(1) << 16 | text.charAt(2) << 8 | text.charAt(3);
    }

    static int littleEndianShort(DataInputStream in) throws IOException {
        return Short.toUnsignedInt(Short.reverseBytes(in.readShort()));
    }

    private static int littleEndian24(DataInputStream in) throws IOException {
        return littleEndianShort(in) | in.readUnsignedByte() << 16;
    }

    private static int littleEndianInt(DataInputStream in) throws IOException {
        return Integer.reverseBytes(in.readInt());
    }
}
