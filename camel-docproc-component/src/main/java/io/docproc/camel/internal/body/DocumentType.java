/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.body;

import java.util.List;
import java.util.Optional;

/**
 * Type of a document, detected from its bytes.
 *
 * @param mediaType the media type, for example {@code image/jpeg}
 * @param extension the usual extension without a dot, for example {@code jpg}; empty if the bytes do not determine the
 *     type, as for a ZIP archive that may be a DOCX or an OFD, or for {@code application/octet-stream}
 */
public record DocumentType(String mediaType, String extension) {
    private static final String OOXML = "application/vnd.openxmlformats-officedocument.";

    public static final DocumentType JPEG = new DocumentType("image/jpeg", "jpg");
    public static final DocumentType PNG = new DocumentType("image/png", "png");
    public static final DocumentType BMP = new DocumentType("image/bmp", "bmp");
    public static final DocumentType WEBP = new DocumentType("image/webp", "webp");
    public static final DocumentType TIFF = new DocumentType("image/tiff", "tiff");
    public static final DocumentType GIF = new DocumentType("image/gif", "gif");
    public static final DocumentType PDF = new DocumentType("application/pdf", "pdf");
    public static final DocumentType DOC = new DocumentType("application/msword", "doc");
    public static final DocumentType DOCX = new DocumentType(OOXML + "wordprocessingml.document", "docx");
    public static final DocumentType XLS = new DocumentType("application/vnd.ms-excel", "xls");
    public static final DocumentType XLSX = new DocumentType(OOXML + "spreadsheetml.sheet", "xlsx");
    public static final DocumentType PPT = new DocumentType("application/vnd.ms-powerpoint", "ppt");
    public static final DocumentType PPTX = new DocumentType(OOXML + "presentationml.presentation", "pptx");
    public static final DocumentType HTML = new DocumentType("text/html", "html");
    public static final DocumentType MHTML = new DocumentType("multipart/related", "mhtml");
    public static final DocumentType CSV = new DocumentType("text/csv", "csv");
    public static final DocumentType TXT = new DocumentType("text/plain", "txt");
    public static final DocumentType OFD = new DocumentType("application/ofd", "ofd");

    private static final String UNDETERMINED = "application/octet-stream";
    private static final List<DocumentType> LISTED =
            List.of(JPEG, PNG, BMP, WEBP, TIFF, GIF, PDF, DOC, DOCX, XLS, XLSX, PPT, PPTX, HTML, MHTML, CSV, TXT, OFD);

    /** Returns whether this is the type of an image. */
    public boolean isImage() {
        return mediaType.startsWith("image/");
    }

    /**
     * Returns the value for {@code Content-Type}: the media type, or {@code application/octet-stream} if it is
     * uncertain.
     */
    public String contentType() {
        return extension.isEmpty() ? UNDETERMINED : mediaType;
    }

    /**
     * Returns whether a document of this detected type may be of the accepted type. This is the case if its type is the
     * same or a subtype, or if its type is undetermined and the accepted type is a subtype of it.
     */
    boolean mayBe(DocumentType accepted) {
        return equals(accepted)
                || TypeDetector.isInstance(mediaType, accepted.mediaType)
                || extension.isEmpty() && TypeDetector.isInstance(accepted.mediaType, mediaType);
    }

    /** Returns the type with this media type, if the interface document lists it (Limits). */
    static Optional<DocumentType> listed(String mediaType) {
        return LISTED.stream().filter(type -> type.mediaType.equals(mediaType)).findFirst();
    }

    @Override
    public String toString() {
        return extension.isEmpty() ? mediaType : extension + " (" + mediaType + ")";
    }
}
