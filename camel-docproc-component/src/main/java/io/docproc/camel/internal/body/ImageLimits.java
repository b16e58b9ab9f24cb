/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.body;

import java.util.Optional;

/**
 * Minimum and maximum length of an image's sides in pixels (interface document, Limits). An image is long if its longer
 * side is at least twice the shorter one.
 */
enum ImageLimits {
    /** 20 to 10000 pixels for every image. */
    UPRIGHT_AND_LONG_ALIKE(10_000, 10_000),
    /** 20 to 20000 pixels, or 20 to 10000 for a long image. */
    LONG_IMAGES_SMALLER(20_000, 10_000),
    /** No limits. */
    NONE(Long.MAX_VALUE, Long.MAX_VALUE);

    private static final int MIN = 20;

    private final long max;
    private final long maxWhenLong;

    ImageLimits(long max, long maxWhenLong) {
        this.max = max;
        this.maxWhenLong = maxWhenLong;
    }

    /** Returns whether there is a limit to check. */
    boolean present() {
        return this != NONE;
    }

    /** Returns the allowed range as text if the image exceeds a limit; empty otherwise. */
    Optional<String> violation(ImageHeader image) {
        long longer = Math.max(image.width(), image.height());
        long shorter = Math.min(image.width(), image.height());
        boolean isLong = longer >= 2 * shorter;
        long allowed = isLong ? maxWhenLong : max;
        if (shorter >= MIN && longer <= allowed) {
            return Optional.empty();
        }
        String scope = max == maxWhenLong
                ? ""
                : isLong ? " when the aspect ratio is 2 or more" : " when the aspect ratio is below 2";
        return Optional.of("each side may have " + MIN + " to " + allowed + " pixels" + scope);
    }
}
