/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.crop;

import io.docproc.test.ServiceErrorException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.apache.tika.Tika;

/**
 * An uploaded file that crop takes: its size is within the limit and its real type, known from its first bytes, is
 * one of the formats of the interface document's Limits.
 *
 * @param path where it is
 * @param mediaType its real type, for messages
 * @param reader the ImageIO format name of its reader; {@code pdf} for a PDF
 */
record ImageFile(Path path, String mediaType, String reader) {
    static final String PDF = "pdf";

    private static final long MAX_BYTES = 50L * 1024 * 1024;
    private static final int MIN_SIDE = 20;
    private static final int MAX_SIDE = 10_000;
    private static final Tika TIKA = new Tika();
    private static final Map<String, String> READERS = Map.of(
            "image/jpeg", "jpeg",
            "image/png", "png",
            "image/bmp", "bmp",
            "image/webp", "webp",
            "image/tiff", "tiff",
            "image/gif", "gif",
            "application/pdf", PDF);

    /**
     * Looks at an uploaded file.
     *
     * @throws ServiceErrorException 40305 when it is empty, 40302 when it is too large, 40301 when it is an image of
     *     another type, 40303 when it is something else
     */
    static ImageFile of(Path path) throws IOException {
        long size = Files.size(path);
        if (size == 0) {
            throw new ServiceErrorException(40305, "No file uploaded: the body is empty");
        }
        if (size > MAX_BYTES) {
            throw new ServiceErrorException(
                    40302, "File size exceeds 50 MB: %d bytes, at most %d".formatted(size, MAX_BYTES));
        }
        String mediaType = detect(path);
        String reader = READERS.get(mediaType);
        if (reader == null) {
            throw mediaType.startsWith("image/")
                    ? new ServiceErrorException(40301, "Unsupported image type: " + mediaType)
                    : new ServiceErrorException(40303, "Unsupported file type: " + mediaType);
        }
        return new ImageFile(path, mediaType, reader);
    }

    /**
     * Checks the image's own size.
     *
     * @throws ServiceErrorException 40304 when a side is shorter or longer than allowed
     */
    void requireSides(int width, int height) {
        if (Math.min(width, height) < MIN_SIDE) throw invalidSides(width, height);
        requireSidesNotTooLong(width, height);
    }

    /**
     * Checks an image inside the file, which may be small.
     *
     * @throws ServiceErrorException 40304 when a side is longer than allowed
     */
    void requireSidesNotTooLong(int width, int height) {
        if (Math.max(width, height) > MAX_SIDE) throw invalidSides(width, height);
    }

    private ServiceErrorException invalidSides(int width, int height) {
        return new ServiceErrorException(
                40304,
                "Invalid image dimensions: %d x %d pixels (%s), each side must be between %d and %d"
                        .formatted(width, height, mediaType, MIN_SIDE, MAX_SIDE));
    }

    /** The refusal of a file whose type is right but whose content cannot be read. */
    ServiceErrorException corrupted(String reason) {
        int code = reader.equals(PDF) ? 40303 : 40301;
        return new ServiceErrorException(code, "The file is corrupted: %s, %s".formatted(mediaType, reason));
    }

    /** The refusal of a file whose type is right but which is of a kind that crop does not take. */
    ServiceErrorException unsupported(String kind) {
        int code = reader.equals(PDF) ? 40303 : 40301;
        String what = code == 40303 ? "file" : "image";
        return new ServiceErrorException(code, "Unsupported %s type: %s, %s".formatted(what, mediaType, kind));
    }

    private static String detect(Path path) throws IOException {
        // The stream without a name, because the name must not count.
        try (var in = Files.newInputStream(path)) {
            return TIKA.detect(in);
        }
    }
}
