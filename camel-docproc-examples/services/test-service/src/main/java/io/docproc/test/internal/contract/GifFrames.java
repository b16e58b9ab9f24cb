/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test.internal.contract;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Counts the frames of a GIF file. */
public final class GifFrames {
    private static final int IMAGE = 0x2c;
    private static final int EXTENSION = 0x21;

    private GifFrames() {}

    /** Returns the number of frames. A truncated file has the frames that begin in it. */
    public static int count(Path file) throws IOException {
        int frames = 0;
        try (DataInputStream in = new DataInputStream(new BufferedInputStream(Files.newInputStream(file)))) {
            in.skipNBytes(10);
            skipColors(in.readUnsignedByte(), in, 2);
            int block = in.readUnsignedByte();
            while (block == IMAGE || block == EXTENSION) {
                if (block == IMAGE) {
                    frames++;
                    in.skipNBytes(8);
                    skipColors(in.readUnsignedByte(), in, 1);
                } else {
                    in.skipNBytes(1);
                }
                skipSubBlocks(in);
                block = in.readUnsignedByte();
            }
        } catch (EOFException e) {
            return frames;
        }
        return frames;
    }

    private static void skipColors(int flags, DataInputStream in, int following) throws IOException {
        int colors = (flags & 0x80) == 0 ? 0 : 2 << (flags & 0x07);
        in.skipNBytes(following + 3L * colors);
    }

    private static void skipSubBlocks(DataInputStream in) throws IOException {
        for (int length = in.readUnsignedByte(); length > 0; length = in.readUnsignedByte()) {
            in.skipNBytes(length);
        }
    }
}
