/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.crop;

import io.docproc.test.ParameterError;
import io.docproc.test.ServiceErrorException;
import java.util.Optional;

/**
 * Query parameters of a crop call (interface document, Crop and enhance).
 *
 * @param enhanceMode {@code -1} or {@code 1} to {@code 6}; see {@link Enhancement}
 * @param cropImage whether to crop the document
 * @param onlyPosition whether to omit the image from the response
 * @param dewarpImage whether to correct the perspective; otherwise the crop is the bounding rectangle of the corners
 * @param deblurImage whether to sharpen
 * @param correctDirection whether to rotate the document upright and report its angle
 * @param roundImage whether to round the corners, with white outside
 * @param jpegQuality 1 to 100
 * @param sizeAndPosition requested corners and size, which take precedence over detection and {@code cropImage}
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
     * Checks mode and quality.
     *
     * @throws ServiceErrorException 40004 if one is out of range
     */
    public CropParameters {
        Enhancement.ofMode(enhanceMode);
        if (jpegQuality < 1 || jpegQuality > 100) {
            throw ParameterError.of("jpeg_quality", jpegQuality, "1 to 100");
        }
    }

    /** Returns the values for a call without parameters. */
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
