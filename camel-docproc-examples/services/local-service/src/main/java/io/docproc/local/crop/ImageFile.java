/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.crop;

import io.docproc.test.DocumentRules;
import io.docproc.test.ServiceErrorException;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Uploaded file in a format that crop accepts.
 *
 * @param path the file
 * @param mediaType the media type detected from the content
 */
record ImageFile(Path path, String mediaType) {
    private static final String PDF = "application/pdf";
    private static final int IMAGE_TYPE = 40301;
    private static final int FILE_TYPE = 40303;

    /**
     * Checks an uploaded file.
     *
     * @throws ServiceErrorException 40301 to 40305 if it violates the rules for crop
     */
    static ImageFile of(Path path) throws IOException {
        return new ImageFile(path, DocumentRules.CROP.check(path));
    }

    boolean isPdf() {
        return mediaType.equals(PDF);
    }

    /**
     * Checks the width and height in pixels.
     *
     * @throws ServiceErrorException 40304
     */
    void checkDimensions(int width, int height) {
        DocumentRules.CROP.checkDimensions(mediaType, width, height);
    }

    /** Returns the exception for a file whose content cannot be read. */
    ServiceErrorException corrupted(String reason) {
        return new ServiceErrorException(
                isPdf() ? FILE_TYPE : IMAGE_TYPE, "file is corrupted: " + mediaType + ", " + reason);
    }
}
