/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.crop;

import boofcv.struct.image.GrayU8;
import boofcv.struct.image.Planar;
import io.docproc.test.ParameterError;
import io.docproc.test.ServiceErrorException;
import java.util.Arrays;
import java.util.function.UnaryOperator;

/** Filters for the values of {@code enhance_mode} (interface document, Crop and enhance). */
enum Enhancement {
    /** Does not change the image. */
    NONE(-1, image -> image),
    /** Brightens paper to white, and the mid-tones. */
    BRIGHTEN(1, Filters::brighten),
    /** Removes the colour cast, stretches contrast and saturation, and sharpens. */
    ENHANCE_AND_SHARPEN(2, image -> Filters.sharpen(Filters.stretch(image), 1.1, 0.9)),
    /** Binarizes with a threshold that adapts to the local illumination. */
    BLACK_AND_WHITE(3, Filters::blackAndWhite),
    /** Converts to grayscale. */
    GRAYSCALE(4, image -> Filters.grayscale(Filters.luminance(image))),
    /** Corrects uneven illumination, then darkens the ink. */
    SHADOW_REMOVAL(5, Filters::removeShadows),
    /** Dithers to black and white. */
    DITHERED_BITMAP(6, Filters::dither);

    private final int mode;
    private final UnaryOperator<Planar<GrayU8>> filter;

    Enhancement(int mode, UnaryOperator<Planar<GrayU8>> filter) {
        this.mode = mode;
        this.filter = filter;
    }

    /**
     * Returns the filter of a mode.
     *
     * @throws ServiceErrorException 40004 if there is no such mode
     */
    static Enhancement ofMode(int mode) {
        return Arrays.stream(values())
                .filter(value -> value.mode == mode)
                .findFirst()
                .orElseThrow(() -> ParameterError.of("enhance_mode", mode, "-1, 1, 2, 3, 4, 5, 6"));
    }

    int mode() {
        return mode;
    }

    /** Returns the enhanced image with three bands, or one band if the result has no colour. */
    Planar<GrayU8> apply(Planar<GrayU8> image) {
        return filter.apply(image);
    }
}
