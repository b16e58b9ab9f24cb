/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.document;

import java.util.Locale;
import java.util.stream.Stream;

/** Document formats that extraction and parse accept (interface document, section Limits). */
public enum DocumentType {
    PDF("application/pdf"),
    PNG("image/png"),
    JPG("image/jpeg"),
    BMP("image/bmp"),
    TIFF("image/tiff"),
    WEBP("image/webp"),
    DOC("application/msword"),
    DOCX("application/vnd.openxmlformats-officedocument.wordprocessingml.document"),
    HTML("text/html"),
    MHTML("message/rfc822"),
    XLS("application/vnd.ms-excel"),
    XLSX("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
    CSV("text/csv"),
    PPT("application/vnd.ms-powerpoint"),
    PPTX("application/vnd.openxmlformats-officedocument.presentationml.presentation"),
    TXT("text/plain"),
    OFD("application/ofd");

    private final String mediaType;

    DocumentType(String mediaType) {
        this.mediaType = mediaType;
    }

    static DocumentType of(String mediaType) {
        return Stream.of(values())
                .filter(it -> it.mediaType.equals(mediaType))
                .findFirst()
                .orElseThrow();
    }

    /** Returns the media type. */
    public String mediaType() {
        return mediaType;
    }

    /** Returns the usual file extension in lower case. */
    public String extension() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns whether the format is an image format, which has no text layer. */
    public boolean isImage() {
        return mediaType.startsWith("image/");
    }
}
