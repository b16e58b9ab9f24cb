/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.body;

import io.docproc.camel.error.DocprocDocumentException;
import io.docproc.camel.error.DocprocException;
import io.docproc.camel.error.ErrorCode;
import io.docproc.camel.error.ServiceFailure;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Document size, types and image dimensions that an operation accepts (interface document, Limits). A megabyte counts
 * as 1024 × 1024 bytes. For a size between the decimal and the binary limit, the service decides. It also decides about
 * a document whose properties cannot be determined.
 */
public enum DocumentRules {
    /** Photos and scans: up to 50 MB, and 20 to 10000 pixels on each side. */
    CROP(50, DocumentType.PHOTOS, 10_000, ErrorCode.IMAGE_TYPE_UNSUPPORTED),

    /**
     * Documents: up to 50 MB, and 20 to 20000 pixels on each side. The maximum is 10000 pixels if the longer side is at
     * least twice the shorter one.
     */
    EXTRACT(50, DocumentType.DOCUMENTS, 20_000, ErrorCode.FILE_TYPE_UNSUPPORTED),

    /** Documents up to 500 MB. The interface document limits neither types nor pixels. */
    PARSE(500, List.of(), 0, ErrorCode.FILE_TYPE_UNSUPPORTED);

    private static final int MIN_PIXELS = 20;
    private static final int MAX_PIXELS_WHEN_LONG = 10_000;

    private final long maxBytes;
    private final List<DocumentType> acceptedTypes;
    private final int maxPixels;
    private final ErrorCode wrongImageType;

    DocumentRules(int maxMegabytes, List<DocumentType> acceptedTypes, int maxPixels, ErrorCode wrongImageType) {
        this.maxBytes = maxMegabytes * 1024L * 1024;
        this.acceptedTypes = acceptedTypes;
        this.maxPixels = maxPixels;
        this.wrongImageType = wrongImageType;
    }

    /** Loads the libraries of the checks before the first call, whose deadline could interrupt their initialization. */
    public static void load() {
        DocumentType.load();
    }

    /** Returns the maximum number of bytes of a document. */
    public long maxBytes() {
        return maxBytes;
    }

    /**
     * Checks a document before a call is billed. The document has its detected type afterwards.
     *
     * @param operation the operation that sends the document, for messages
     * @throws DocprocDocumentException with code 40301 for an image of a type that is not accepted, 40302 for too many
     *     bytes, 40303 for another type that is not accepted, 40304 for too few or too many pixels, 40305 for 0 bytes,
     *     and without a code if the document cannot be read
     */
    public void check(Document document, String operation) {
        String subject = document.name().map(name -> "the document " + name).orElse("the document");
        if (document.length().orElse(0) > maxBytes) {
            throw tooLarge(subject, document.length().getAsLong() + " bytes", operation);
        }
        try (InputStream start = document.open()) {
            byte[] head = DocumentType.head(start);
            if (head.length == 0) {
                throw ErrorCode.FILE_MISSING.refusal(operation, subject + " has 0 bytes");
            }
            DocumentType type = DocumentType.detect(head, document.name());
            if (!acceptedTypes.isEmpty() && acceptedTypes.stream().noneMatch(type::mayBe)) {
                throw wrongType(type, subject + " has the type " + type, operation);
            }
            if (type.isImage() && maxPixels > 0) {
                ImageSize.read(type, head, document).ifPresent(size -> requireAccepted(size, type, subject, operation));
            }
            document.checked(type, maxBytes, () -> tooLarge(subject, "more bytes", operation));
        } catch (IOException e) {
            throw new DocprocDocumentException(ServiceFailure.local(operation, 0, e.getMessage()), e);
        }
    }

    /** An image is long if its longer side is at least twice the shorter one. */
    private void requireAccepted(ImageSize image, DocumentType type, String subject, String operation) {
        if (type.equals(DocumentType.GIF) && image.frames() > 1) {
            throw wrongType(type, subject + " is an animated gif, which has several frames", operation);
        }
        long longer = Math.max(image.width(), image.height());
        long shorter = Math.min(image.width(), image.height());
        boolean isLong = longer >= 2 * shorter;
        int allowed = isLong ? Math.min(maxPixels, MAX_PIXELS_WHEN_LONG) : maxPixels;
        // The first page of a TIFF may be a thumbnail.
        boolean isTooSmall = shorter < MIN_PIXELS && image.frames() == 1;
        if (isTooSmall || longer > allowed) {
            String scope = maxPixels == MAX_PIXELS_WHEN_LONG
                    ? ""
                    : isLong ? " when the aspect ratio is 2 or more" : " when the aspect ratio is below 2";
            throw ErrorCode.DIMENSIONS_INVALID.refusal(
                    operation,
                    String.format(
                            Locale.ROOT,
                            "%s has %d x %d pixels; each side may have %d to %d pixels%s",
                            subject,
                            image.width(),
                            image.height(),
                            MIN_PIXELS,
                            allowed,
                            scope));
        }
    }

    private DocprocException wrongType(DocumentType type, String problem, String operation) {
        String accepted = acceptedTypes.stream().map(DocumentType::extension).collect(Collectors.joining(", "));
        ErrorCode code = type.isImage() ? wrongImageType : ErrorCode.FILE_TYPE_UNSUPPORTED;
        return code.refusal(operation, problem + "; accepted types are " + accepted);
    }

    private DocprocException tooLarge(String subject, String size, String operation) {
        return ErrorCode.FILE_TOO_LARGE.refusal(
                operation, subject + " has " + size + "; accepted are at most " + maxBytes + " bytes");
    }
}
