/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test.internal.contract;

import io.docproc.test.Operation;
import io.docproc.test.RequestDocument;
import io.docproc.test.ServiceErrorException;
import io.docproc.test.ServiceRequest;
import java.io.IOException;
import java.util.Set;
import java.util.TreeSet;

/** Formats and limits of uploaded documents (interface document, Limits). */
public final class DocumentRules {
    static final long MAX_BYTES = 50L * 1024 * 1024;
    /** The interface document shows no limit; this is the one of the public API reference. */
    static final long MAX_PARSE_BYTES = 500L * 1024 * 1024;

    static final int TOO_LARGE = 40302;
    private static final int NO_FILE = 40305;
    private static final int IMAGE_TYPE = 40301;
    private static final int FILE_TYPE = 40303;
    private static final int DIMENSIONS = 40304;
    private static final int FORMAT = 40425;
    private static final int MIN_SIDE = 20;
    private static final int MAX_SIDE = 10_000;
    private static final int MAX_COMPACT_SIDE = 20_000;

    private static final Set<String> CROP =
            Set.of("image/jpeg", "image/png", "image/bmp", "image/webp", "image/tiff", "image/gif", MediaTypes.PDF);
    private static final Set<String> EXTRACT = Set.of(
            "image/jpeg",
            "image/png",
            "image/bmp",
            "image/webp",
            "image/tiff",
            MediaTypes.PDF,
            MediaTypes.OLE,
            MediaTypes.OFFICE,
            MediaTypes.HTML,
            MediaTypes.MHTML,
            MediaTypes.TEXT);

    private DocumentRules() {}

    /**
     * Checks the uploaded document of a crop or extraction request.
     *
     * @throws ServiceErrorException 40301, 40303, 40304, 40422 or 40425
     */
    public static void check(ServiceRequest request) throws IOException {
        if (request.document().isEmpty()) {
            return;
        }
        RequestDocument document = request.document().get();
        if (request.operation() == Operation.CROP) {
            checkCrop(document);
        } else if (request.operation() == Operation.EXTRACT) {
            checkExtract(document);
        }
    }

    static RequestDocument requirePresent(RequestDocument document) {
        if (document.size() == 0) {
            throw noFile("the document is empty");
        }
        return document;
    }

    static ServiceErrorException noFile(String reason) {
        return new ServiceErrorException(NO_FILE, "no file uploaded: " + reason);
    }

    private static void checkCrop(RequestDocument document) throws IOException {
        String type = MediaTypes.detect(document.file());
        if (!CROP.contains(type)) {
            throw type.startsWith("image/")
                    ? new ServiceErrorException(IMAGE_TYPE, "unsupported image type: " + type)
                    : unsupportedFile(type, CROP);
        }
        if (type.equals("image/gif") && GifFrames.count(document.file()) > 1) {
            throw new ServiceErrorException(IMAGE_TYPE, "unsupported image type: image/gif with more than one frame");
        }
        if (!type.equals(MediaTypes.PDF)) {
            requireSides(type, size(document, type, IMAGE_TYPE), MAX_SIDE);
        }
    }

    private static void checkExtract(RequestDocument document) throws IOException {
        String type = MediaTypes.detect(document.file());
        if (type.equals(MediaTypes.UNKNOWN)) {
            throw new ServiceErrorException(FORMAT, "input file format not supported: " + type);
        }
        if (!EXTRACT.contains(type)) {
            throw unsupportedFile(type, EXTRACT);
        }
        if (type.startsWith("image/")) {
            ImageSize size = size(document, type, 40422);
            requireSides(type, size, size.isCompact() ? MAX_COMPACT_SIDE : MAX_SIDE);
        }
    }

    private static ImageSize size(RequestDocument document, String type, int corrupted) throws IOException {
        return ImageSize.of(document.file())
                .orElseThrow(() -> new ServiceErrorException(corrupted, "file is corrupted: " + type));
    }

    private static void requireSides(String type, ImageSize size, int maximum) {
        if (Math.min(size.width(), size.height()) < MIN_SIDE || Math.max(size.width(), size.height()) > maximum) {
            throw new ServiceErrorException(
                    DIMENSIONS,
                    "invalid image dimensions: " + size.width() + " x " + size.height() + " pixels (" + type
                            + "); allowed are " + MIN_SIDE + " to " + maximum);
        }
    }

    private static ServiceErrorException unsupportedFile(String type, Set<String> allowed) {
        return new ServiceErrorException(
                FILE_TYPE,
                "unsupported file type: " + type + "; allowed: " + String.join(", ", new TreeSet<>(allowed)));
    }
}
