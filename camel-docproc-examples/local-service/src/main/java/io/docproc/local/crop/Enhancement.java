/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.crop;

import boofcv.struct.image.GrayU8;
import boofcv.struct.image.Planar;
import io.docproc.local.image.PaperLight;
import io.docproc.test.ServiceErrorException;
import java.util.Arrays;
import java.util.function.UnaryOperator;

/** The values of {@code enhance_mode} (interface document, Crop and enhance) and what each does to an image. */
enum Enhancement {
    /** Leaves the image as it is. */
    NONE(-1, image -> image),
    /** Lifts the paper to white and the mid-tones with it. */
    BRIGHTEN(1, Tones::brighten),
    /** Takes out the colour cast, stretches contrast and colour, sharpens. */
    ENHANCE_AND_SHARPEN(2, image -> Sharpening.ENHANCE.apply(Tones.stretch(image))),
    /** Black ink on white paper, by a threshold that follows the local paper brightness. */
    BLACK_AND_WHITE(3, Bitonal::blackAndWhite),
    /** Brightness only. */
    GRAYSCALE(4, image -> Tones.asPlanar(Tones.luminance(image))),
    /** Divides the light's unevenness out, then deepens the ink. */
    SHADOW_REMOVAL(5, image -> Tones.deepenInk(PaperLight.divideOut(image))),
    /** Black and white dots whose density follows the brightness. */
    DITHERED_BITMAP(6, Bitonal::dithered);

    private final int mode;
    private final UnaryOperator<Planar<GrayU8>> filter;

    Enhancement(int mode, UnaryOperator<Planar<GrayU8>> filter) {
        this.mode = mode;
        this.filter = filter;
    }

    /**
     * @throws ServiceErrorException 40004 when there is no such mode
     */
    static Enhancement ofMode(int mode) {
        return Arrays.stream(values())
                .filter(value -> value.mode == mode)
                .findFirst()
                .orElseThrow(() -> new ServiceErrorException(
                        40004, "enhance_mode must be one of -1, 1, 2, 3, 4, 5, 6, but is " + mode));
    }

    int mode() {
        return mode;
    }

    /** The enhanced image: three bands, or one where the result has no colour. */
    Planar<GrayU8> apply(Planar<GrayU8> image) {
        return filter.apply(image);
    }
}
