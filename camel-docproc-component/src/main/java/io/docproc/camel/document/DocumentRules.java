/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.document;

import io.docproc.camel.error.ErrorCode;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What an operation takes (interface document, Limits). A megabyte is counted as 1024 × 1024 bytes: between the two
 * readings of "50 MB", the service decides.
 */
public enum DocumentRules {
    /** Photos and scans: 50 MB; each side 20 to 10000 pixels. */
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

    /** Documents: 50 MB; each side 20 to 20000 pixels, or 20 to 10000 when the longer is twice the shorter or more. */
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

    /** 500 MB; the interface document limits neither types nor pixels. */
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

    /** The most bytes that a document may have. */
    public long maxBytes() {
        return maxMegabytes * MEGABYTE;
    }

    /** The types that the operation takes; empty when no list limits them. */
    public List<DocumentType> acceptedTypes() {
        return acceptedTypes;
    }

    /** The code for an image of a type that is not accepted; any other wrong type is 40303. */
    ErrorCode refusalFor(DocumentType wrong) {
        return wrong.isImage() ? wrongImageType : ErrorCode.FILE_TYPE_UNSUPPORTED;
    }

    /** The accepted types by extension, as a reader of an error message knows them. */
    String acceptedExtensions() {
        return acceptedTypes.stream().map(DocumentType::extension).collect(Collectors.joining(", "));
    }

    ImageLimits imageLimits() {
        return imageLimits;
    }
}
