/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.crop;

import io.docproc.test.ServiceErrorException;
import io.docproc.test.SizeAndPosition;
import java.util.Optional;

/**
 * The query parameters of a crop call (interface document, Crop and enhance).
 *
 * @param enhanceMode {@code -1} or {@code 1} to {@code 6}; see {@link Enhancement}
 * @param cropImage whether to cut the document out of the picture
 * @param onlyPosition whether to leave the image out of the answer
 * @param dewarpImage whether to correct the perspective; if not, the crop is the corners' bounding rectangle
 * @param deblurImage whether to sharpen
 * @param correctDirection whether to turn the document upright and report its angle
 * @param roundImage whether to round the corners off, white outside
 * @param jpegQuality 1 to 100
 * @param sizeAndPosition the client's own corners and size, which win over detection and over {@code cropImage}
 */
public record CropParameters(
        int enhanceMode,
        boolean cropImage,
        boolean onlyPosition,
        boolean dewarpImage,
        boolean deblurImage,
        boolean correctDirection,
        boolean roundImage,
        int jpegQuality,
        Optional<SizeAndPosition> sizeAndPosition) {

    private static final int DEFAULT_JPEG_QUALITY = 95;

    /**
     * @throws ServiceErrorException 40004 when the mode or the quality is out of range
     */
    public CropParameters {
        Enhancement.ofMode(enhanceMode);
        if (jpegQuality < 1 || jpegQuality > 100) {
            throw new ServiceErrorException(40004, "jpeg_quality must be between 1 and 100, but is " + jpegQuality);
        }
    }

    /** What holds when the call gives no parameters. */
    public static CropParameters defaults() {
        return new CropParameters(
                Enhancement.NONE.mode(),
                true,
                false,
                true,
                false,
                false,
                false,
                DEFAULT_JPEG_QUALITY,
                Optional.empty());
    }

    Enhancement enhancement() {
        return Enhancement.ofMode(enhanceMode);
    }
}
