/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test.internal.contract;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.LongToIntFunction;

/**
 * Size of an image, read from its header.
 *
 * @param width pixels
 * @param height pixels
 */
public record ImageSize(int width, int height) {
    /** Returns the size of an image; empty if the bytes are no image of a format that the service accepts. */
    public static Optional<ImageSize> of(byte[] image) {
        return read(index -> index < image.length ? image[(int) index] & 0xff : -1);
    }

    /** Returns the size of an image in a file; empty if the file is no image of a format that the service accepts. */
    public static Optional<ImageSize> of(Path file) throws IOException {
        try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "r")) {
            return read(index -> at(bytes, index));
        }
    }

    private static int at(RandomAccessFile bytes, long index) {
        try {
            bytes.seek(index);
            return bytes.read();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Optional<ImageSize> read(LongToIntFunction bytes) {
        int[] found =
                switch (bytes.applyAsInt(0)) {
                    case 0x89 -> new int[] {big(bytes, 16, 4), big(bytes, 20, 4)};
                    case 'G' -> new int[] {little(bytes, 6, 2), little(bytes, 8, 2)};
                    case 'B' -> new int[] {little(bytes, 18, 4), Math.abs(little(bytes, 22, 4))};
                    case 0xff -> jpeg(bytes);
                    case 'R' -> webp(bytes);
                    case 'I', 'M' -> tiff(bytes);
                    default -> new int[] {0, 0};
                };
        return found[0] > 0 && found[1] > 0 ? Optional.of(new ImageSize(found[0], found[1])) : Optional.empty();
    }

    private static int[] jpeg(LongToIntFunction bytes) {
        long index = 2;
        while (bytes.applyAsInt(index) == 0xff) {
            int marker = bytes.applyAsInt(index + 1);
            boolean frame = marker >= 0xc0 && marker <= 0xcf && marker != 0xc4 && marker != 0xc8 && marker != 0xcc;
            if (frame) {
                return new int[] {big(bytes, index + 7, 2), big(bytes, index + 5, 2)};
            }
            index += marker == 0xff ? 1 : 2 + Math.max(2, big(bytes, index + 2, 2));
        }
        return new int[] {0, 0};
    }

    private static int[] webp(LongToIntFunction bytes) {
        return switch (bytes.applyAsInt(15)) {
            case ' ' -> new int[] {little(bytes, 26, 2) & 0x3fff, little(bytes, 28, 2) & 0x3fff};
            case 'L' -> {
                int packed = little(bytes, 21, 4);
                yield new int[] {(packed & 0x3fff) + 1, (packed >> 14 & 0x3fff) + 1};
            }
            case 'X' -> new int[] {little(bytes, 24, 3) + 1, little(bytes, 27, 3) + 1};
            default -> new int[] {0, 0};
        };
    }

    private static int[] tiff(LongToIntFunction bytes) {
        boolean little = bytes.applyAsInt(0) == 'I';
        long directory = Integer.toUnsignedLong(number(bytes, 4, 4, little));
        int entries = number(bytes, directory, 2, little);
        int[] size = {0, 0};
        for (int entry = 0; entry < entries; entry++) {
            long start = directory + 2 + 12L * entry;
            int tag = number(bytes, start, 2, little);
            if (tag == 256 || tag == 257) {
                int width = number(bytes, start + 2, 2, little) == 3 ? 2 : 4;
                size[tag - 256] = number(bytes, start + 8, width, little);
            }
        }
        return size;
    }

    private static int number(LongToIntFunction bytes, long index, int length, boolean little) {
        return little ? little(bytes, index, length) : big(bytes, index, length);
    }

    private static int big(LongToIntFunction bytes, long index, int length) {
        int value = 0;
        for (int i = 0; i < length; i++) {
            value = value << 8 | Math.max(0, bytes.applyAsInt(index + i));
        }
        return value;
    }

    private static int little(LongToIntFunction bytes, long index, int length) {
        int value = 0;
        for (int i = length - 1; i >= 0; i--) {
            value = value << 8 | Math.max(0, bytes.applyAsInt(index + i));
        }
        return value;
    }
}
