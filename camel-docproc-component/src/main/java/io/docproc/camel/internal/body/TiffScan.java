/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.body;

import java.io.DataInputStream;
import java.io.IOException;
import java.util.Optional;

/** Reads the dimensions from the first directory of a TIFF. Reads forward only, because the source may be a stream. */
final class TiffScan {
    private static final int HEADER_LENGTH = 8;
    private static final int MAGIC = 42;
    private static final int SUBFILE_TYPE = 254;
    private static final int WIDTH = 256;
    private static final int HEIGHT = 257;
    private static final int SHORT = 3;

    private final DataInputStream in;
    private final boolean littleEndian;

    private TiffScan(DataInputStream in, boolean littleEndian) {
        this.in = in;
        this.littleEndian = littleEndian;
    }

    static Optional<ImageHeader> read(DataInputStream in) throws IOException {
        boolean littleEndian = in.readUnsignedShort() == 0x4949;
        return new TiffScan(in, littleEndian).firstPage();
    }

    private Optional<ImageHeader> firstPage() throws IOException {
        boolean classic = readShort() == MAGIC;
        long directory = classic ? readInt() : 0;
        if (directory < HEADER_LENGTH) {
            return Optional.empty();
        }
        in.skipNBytes(directory - HEADER_LENGTH);
        long width = 0;
        long height = 0;
        for (int entries = readShort(); entries > 0; entries--) {
            int tag = readShort();
            long value = readValue();
            if (tag == WIDTH) {
                width = value;
            } else if (tag == HEIGHT) {
                height = value;
            } else if (tag == SUBFILE_TYPE && (value & 1) == 1) {
                // The first directory describes a thumbnail, not the image.
                return Optional.empty();
            }
        }
        return width > 0 && height > 0 ? Optional.of(new ImageHeader(width, height)) : Optional.empty();
    }

    private long readValue() throws IOException {
        int type = readShort();
        in.skipNBytes(4);
        if (type == SHORT) {
            int value = readShort();
            in.skipNBytes(2);
            return value;
        }
        return readInt();
    }

    private int readShort() throws IOException {
        return littleEndian ? ImageHeader.littleEndianShort(in) : in.readUnsignedShort();
    }

    private long readInt() throws IOException {
        int value = in.readInt();
        return Integer.toUnsignedLong(littleEndian ? Integer.reverseBytes(value) : value);
    }
}
