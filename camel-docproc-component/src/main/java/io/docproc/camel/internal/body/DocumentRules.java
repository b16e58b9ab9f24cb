/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.body;

import io.docproc.camel.error.ErrorCode;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Document size, types and image dimensions that an operation accepts (interface document, Limits). A megabyte counts
 * as 1024 × 1024 bytes. For a size between the decimal and the binary limit, the service decides.
 */
public enum DocumentRules {
    /** Photos and scans: up to 50 MB, and 20 to 10000 pixels on each side. */
    CROP(
            50,
            List.of(
                    DocumentType.JPEG,
                    DocumentType.PNG,
                    DocumentType.BMP,
                    DocumentType.WEBP,
                    DocumentType.PDF,
                    DocumentType.TIFF,
                    DocumentType.GIF),
            ImageLimits.UPRIGHT_AND_LONG_ALIKE,
            ErrorCode.IMAGE_TYPE_UNSUPPORTED),

    /**
     * Documents: up to 50 MB, and 20 to 20000 pixels on each side. The maximum is 10000 pixels if the longer side is at
     * least twice the shorter one.
     */
    EXTRACT(
            50,
            List.of(
                    DocumentType.PNG,
                    DocumentType.JPEG,
                    DocumentType.PDF,
                    DocumentType.BMP,
                    DocumentType.TIFF,
                    DocumentType.WEBP,
                    DocumentType.DOC,
                    DocumentType.DOCX,
                    DocumentType.HTML,
                    DocumentType.MHTML,
                    DocumentType.XLS,
                    DocumentType.XLSX,
                    DocumentType.CSV,
                    DocumentType.PPT,
                    DocumentType.PPTX,
                    DocumentType.TXT,
                    DocumentType.OFD),
            ImageLimits.LONG_IMAGES_SMALLER,
            ErrorCode.FILE_TYPE_UNSUPPORTED),

    /** Documents up to 500 MB. The interface document limits neither types nor pixels. */
    PARSE(500, List.of(), ImageLimits.NONE, ErrorCode.FILE_TYPE_UNSUPPORTED);

    private static final long MEGABYTE = 1024L * 1024;

    private final int maxMegabytes;
    private final List<DocumentType> acceptedTypes;
    private final ImageLimits imageLimits;
    private final ErrorCode wrongImageType;

    DocumentRules(
            int maxMegabytes, List<DocumentType> acceptedTypes, ImageLimits imageLimits, ErrorCode wrongImageType) {
        this.maxMegabytes = maxMegabytes;
        this.acceptedTypes = acceptedTypes;
        this.imageLimits = imageLimits;
        this.wrongImageType = wrongImageType;
    }

    /** Returns the maximum size of a document in bytes. */
    public long maxBytes() {
        return maxMegabytes * MEGABYTE;
    }

    /** Returns the accepted types; empty if all types are accepted. */
    public List<DocumentType> acceptedTypes() {
        return acceptedTypes;
    }

    /** Returns the error code for a type that is not accepted. */
    ErrorCode refusalFor(DocumentType wrong) {
        return wrong.isImage() ? wrongImageType : ErrorCode.FILE_TYPE_UNSUPPORTED;
    }

    /** Returns the extensions of the accepted types, separated by commas, for messages. */
    String acceptedExtensions() {
        return acceptedTypes.stream().map(DocumentType::extension).collect(Collectors.joining(", "));
    }

    ImageLimits imageLimits() {
        return imageLimits;
    }
}
