/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.document;

import java.util.Optional;

/** The pixels that an image's sides may have (interface document, Limits). */
enum ImageLimits {
    UPRIGHT_AND_LONG_ALIKE(10_000, 10_000),
    LONG_IMAGES_SMALLER(20_000, 10_000),
    NONE(Long.MAX_VALUE, Long.MAX_VALUE);

    private static final int MIN = 20;

    private final long max;
    private final long maxWhenLong;

    ImageLimits(long max, long maxWhenLong) {
        this.max = max;
        this.maxWhenLong = maxWhenLong;
    }

    /** Whether there is anything to check. */
    boolean present() {
        return this != NONE;
    }

    /** What is allowed instead, when the image's sides are not within the limits. */
    Optional<String> violation(ImageHeader image) {
        long longer = Math.max(image.width(), image.height());
        long shorter = Math.min(image.width(), image.height());
        boolean isLong = longer >= 2 * shorter;
        long allowed = isLong ? maxWhenLong : max;
        if (shorter >= MIN && longer <= allowed) {
            return Optional.empty();
        }
        String scope = max == maxWhenLong ? "" : isLong ? " when the aspect ratio is 2 or more" : " when it is below 2";
        return Optional.of("each side may have " + MIN + " to " + allowed + " pixels" + scope);
    }
}
