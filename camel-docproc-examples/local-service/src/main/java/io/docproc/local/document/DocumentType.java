/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.document;

import java.util.Locale;

/** The formats that extraction and parse take (interface document, section Limits). */
public enum DocumentType {
    PDF,
    PNG,
    JPG,
    BMP,
    TIFF,
    WEBP,
    DOC,
    DOCX,
    HTML,
    MHTML,
    XLS,
    XLSX,
    CSV,
    PPT,
    PPTX,
    TXT,
    OFD;

    /** The usual file extension, in lower case. */
    public String extension() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Whether it is a picture, which has pixels but no text layer. */
    public boolean isImage() {
        return switch (this) {
            case PNG, JPG, BMP, TIFF, WEBP -> true;
            default -> false;
        };
    }
}
