/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.body;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;

/** Reads a GIF's dimensions, and its blocks until the second frame or the end of the readable bytes. */
final class GifScan {
    private static final int FRAME = 0x2C;
    private static final int EXTENSION = 0x21;

    private GifScan() {}

    static ImageHeader read(DataInputStream in) throws IOException {
        in.skipNBytes(6);
        int width = ImageHeader.littleEndianShort(in);
        int height = ImageHeader.littleEndianShort(in);
        return new ImageHeader(width, height, hasSecondFrame(in));
    }

    private static boolean hasSecondFrame(DataInputStream in) throws IOException {
        try {
            int screenFlags = in.readUnsignedByte();
            in.skipNBytes(2);
            skipColorTable(in, screenFlags);
            for (int frames = 0, block = in.readUnsignedByte(); ; block = in.readUnsignedByte()) {
                if (block == FRAME) {
                    if (++frames == 2) {
                        return true;
                    }
                    in.skipNBytes(8);
                    skipColorTable(in, in.readUnsignedByte());
                } else if (block != EXTENSION) {
                    return false;
                }
                // Skips the LZW code size of a frame or the label of an extension. The data sub-blocks follow.
                in.skipNBytes(1);
                skipSubBlocks(in);
            }
        } catch (EOFException e) {
            return false;
        }
    }

    private static void skipColorTable(DataInputStream in, int flags) throws IOException {
        boolean present = (flags & 0x80) != 0;
        if (present) {
            in.skipNBytes(3L << (flags & 7) + 1);
        }
    }

    private static void skipSubBlocks(DataInputStream in) throws IOException {
        for (int length = in.readUnsignedByte(); length > 0; length = in.readUnsignedByte()) {
            in.skipNBytes(length);
        }
    }
}
