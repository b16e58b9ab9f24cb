/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.crop;

import boofcv.abst.distort.FDistort;
import boofcv.alg.interpolate.InterpolationType;
import boofcv.struct.image.GrayU8;
import boofcv.struct.image.Planar;
import io.docproc.local.crop.TextLines.Letter;
import io.docproc.local.image.ImageOperations;
import java.util.List;

/**
 * Detects the orientation of a page with Latin text from its connected components.
 *
 * <p>Text lines are the direction in which letters are close to each other. In an upright line the lower edges of the
 * letters are aligned on the baseline, and the upper edges, with ascenders and capitals, are not.
 */
final class TextDirection {
    /** The orientation cannot be detected. */
    static final int UNKNOWN = -1;

    private static final int WORKING_SIDE = 1800;

    /** Enlarging the image before it is binarized keeps small letters apart. */
    private static final double MIN_ENLARGEMENT = 1.3;

    private static final double MAX_ENLARGEMENT = 3;

    private static final int MIN_LETTERS = 25;

    /** Minimum ratio of the letters in lines between the two axes. */
    private static final double MIN_AXIS_RATIO = 1.25;

    /** Minimum difference between the shares of letters with aligned lower and upper edges. */
    private static final double MIN_BASELINE_EVIDENCE = 0.06;

    /** A low threshold, because thick strokes connect adjacent letters. */
    private static final double LOW_THRESHOLD = 0.9;

    private TextDirection() {}

    /**
     * Returns the rotation of the page: 0 (upright), 90 (to the right), 180, 270 (to the left), or {@link #UNKNOWN} if
     * there is too little text or the evidence is weak.
     */
    static int detect(Planar<GrayU8> page) {
        List<Letter> letters = Letter.of(Filters.ink(inWorkingSize(Filters.luminance(page)), LOW_THRESHOLD, true));
        TextLines along = TextLines.of(letters);
        TextLines across = TextLines.of(
                letters.stream().map(Letter::rotatedCounterclockwise).toList());
        if (Math.max(along.letters(), across.letters()) < MIN_LETTERS) return UNKNOWN;
        if (along.letters() > MIN_AXIS_RATIO * across.letters()) return upOrDown(along, 0);
        if (across.letters() > MIN_AXIS_RATIO * along.letters()) return upOrDown(across, 90);
        return UNKNOWN;
    }

    private static int upOrDown(TextLines lines, int angle) {
        double evidence = lines.baselineEvidence();
        if (Math.abs(evidence) < MIN_BASELINE_EVIDENCE) return UNKNOWN;
        return evidence > 0 ? angle : angle + 180;
    }

    private static GrayU8 inWorkingSize(GrayU8 page) {
        double scale = Math.min(MAX_ENLARGEMENT, (double) WORKING_SIDE / Math.max(page.width, page.height));
        if (scale < MIN_ENLARGEMENT) return ImageOperations.reduced(page, WORKING_SIDE);
        GrayU8 scaled = new GrayU8((int) Math.ceil(page.width * scale), (int) Math.ceil(page.height * scale));
        new FDistort(page, scaled).scaleExt().interp(InterpolationType.BICUBIC).apply();
        return scaled;
    }
}
