/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.document;

import io.docproc.test.ServiceErrorException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;

/**
 * Formats and limits of the documents of an operation (interface document, Limits), for responders that read documents.
 * The format of a document is detected from its content, not from its name.
 */
public enum DocumentRules {
    /** Rules of crop and enhance. */
    CROP(
            "jpg, png, bmp, webp, pdf, tiff and single-frame gif",
            Set.of("image/jpeg", "image/png", "image/bmp", "image/webp", "image/tiff", "image/gif", MediaTypes.PDF),
            40301,
            10_000),
    /** Rules of extraction. The local service applies its formats and dimensions to the parse calls too. */
    EXTRACTION(
            "png, jpg, jpeg, pdf, bmp, tiff, webp, doc, docx, html, mhtml, xls, xlsx, csv, ppt, pptx, txt and ofd",
            Set.of(
                    "image/jpeg",
                    "image/png",
                    "image/bmp",
                    "image/webp",
                    "image/tiff",
                    MediaTypes.PDF,
                    MediaTypes.OLE,
                    MediaTypes.DOCX,
                    MediaTypes.XLSX,
                    MediaTypes.PPTX,
                    MediaTypes.OFD,
                    MediaTypes.HTML,
                    MediaTypes.MHTML,
                    MediaTypes.TEXT),
            40422,
            20_000);

    /** The maximum size of a document in bytes. */
    public static final long MAX_BYTES = 50L * 1024 * 1024;

    private final String formats;
    private final Set<String> mediaTypes;
    private final int corruptedImage;
    private final int maxCompactSide;

    DocumentRules(String formats, Set<String> mediaTypes, int corruptedImage, int maxCompactSide) {
        this.formats = formats;
        this.mediaTypes = mediaTypes;
        this.corruptedImage = corruptedImage;
        this.maxCompactSide = maxCompactSide;
    }

    /**
     * Checks the size and the format of a document, and the width and height of an image.
     *
     * @return the media type, see {@link #mediaType}
     * @throws ServiceErrorException 40301 to 40305, 40422 or 40425
     */
    public String check(Path file) throws IOException {
        long size = Files.size(file);
        if (size == 0) {
            throw new ServiceErrorException(40305, "no file uploaded: the document is empty");
        }
        if (size > MAX_BYTES) {
            throw new ServiceErrorException(
                    40302, "file size exceeds 50 MB: " + size + " bytes; allowed are " + MAX_BYTES);
        }
        String mediaType = mediaType(file);
        if (mediaType.startsWith("image/")) {
            ImageSize image = ImageSize.of(file)
                    .orElseThrow(() -> new ServiceErrorException(corruptedImage, "file is corrupted: " + mediaType));
            checkDimensions(mediaType, image.width(), image.height());
        }
        return mediaType;
    }

    /**
     * Returns the media type of a document in an accepted format. The media type of doc, xls and ppt is
     * {@code application/x-ole-storage}, the one of csv is {@code text/plain}.
     *
     * @throws ServiceErrorException 40301, 40303 or 40425 for another format, 40422 if the document is corrupted
     */
    public String mediaType(Path file) throws IOException {
        String mediaType = MediaTypes.detect(file);
        if (!mediaTypes.contains(mediaType)) {
            throw unsupported(mediaType);
        }
        int frames = mediaType.equals("image/gif")
                ? ImageSize.of(file).map(ImageSize::frames).orElse(1)
                : 1;
        if (frames > 1) {
            throw unsupported("image/gif with " + frames + " frames");
        }
        return mediaType;
    }

    /**
     * Checks the width and height of an image in pixels.
     *
     * @param mediaType shown in the message
     * @throws ServiceErrorException 40304
     */
    public void checkDimensions(String mediaType, int width, int height) {
        int shorter = Math.min(width, height);
        int longer = Math.max(width, height);
        int maximum = longer < 2L * shorter ? maxCompactSide : 10_000;
        if (shorter < 20 || longer > maximum) {
            throw new ServiceErrorException(
                    40304,
                    "invalid image dimensions: " + width + " x " + height + " pixels (" + mediaType
                            + "); allowed are 20 to " + maximum);
        }
    }

    private ServiceErrorException unsupported(String mediaType) {
        String shown = mediaType + "; allowed are " + formats;
        if (this == CROP && mediaType.startsWith("image/")) {
            return new ServiceErrorException(40301, "unsupported image type: " + shown);
        }
        return this == EXTRACTION && mediaType.equals(MediaTypes.UNKNOWN)
                ? new ServiceErrorException(40425, "input file format not supported: " + shown)
                : new ServiceErrorException(40303, "unsupported file type: " + shown);
    }
}
