/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.crop;

import boofcv.abst.distort.FDistort;
import boofcv.alg.filter.misc.AverageDownSampleOps;
import boofcv.alg.interpolate.InterpolationType;
import boofcv.struct.image.GrayU8;
import boofcv.struct.image.Planar;
import java.util.List;

/**
 * Tells which way up a page of Latin text lies, without reading it.
 *
 * <p>Lines of text run along the rows in which letters stand close together; and on an upright line the letters' feet
 * stand on one level while their heads, with ascenders and capitals, do not.
 */
final class TextDirection {
    /** No direction could be told. */
    static final int UNKNOWN = -1;

    private static final int WORKING_SIDE = 1800;

    /** Small letters touch less when the image is enlarged before its ink is told from its paper. */
    private static final double MIN_ENLARGEMENT = 1.3;

    private static final double MAX_ENLARGEMENT = 3;

    private static final int MIN_LETTERS = 25;

    /** How many times more letters must lie in lines one way than the other. */
    private static final double CLEAR_AXIS = 1.25;

    /** How much more even, as a share of all letters, feet must be than heads. */
    private static final double CLEAR_FOOT = 0.06;

    /** Thick strokes would join neighbouring letters. */
    private static final double THIN_STROKES = 0.9;

    /**
     * How the page is turned: 0 (upright), 90 (to the right), 180, 270 (to the left), or {@link #UNKNOWN} when there is
     * too little text, or it gives no clear answer.
     */
    int detect(Planar<GrayU8> page) {
        GrayU8 ink = ink(page);
        List<Letter> letters = Letter.on(ink);
        List<Letter> sideways = letters.stream().map(Letter::turnedUpFromRight).toList();
        TextLines along = TextLines.of(letters);
        TextLines across = TextLines.of(sideways);
        if (Math.max(along.letters(), across.letters()) < MIN_LETTERS) return UNKNOWN;
        if (along.letters() > CLEAR_AXIS * across.letters()) return upOrDown(along, 0);
        if (across.letters() > CLEAR_AXIS * along.letters()) return upOrDown(across, 90);
        return UNKNOWN;
    }

    private static int upOrDown(TextLines lines, int asTheyStand) {
        double evidence = lines.evennessOfFeetOverHeads();
        if (Math.abs(evidence) < CLEAR_FOOT) return UNKNOWN;
        return evidence > 0 ? asTheyStand : asTheyStand + 180;
    }

    private static GrayU8 ink(Planar<GrayU8> page) {
        GrayU8 ink = Bitonal.threshold(inWorkingSize(Tones.luminance(page)), THIN_STROKES);
        for (int i = 0; i < ink.data.length; i++) ink.data[i] = (byte) (ink.data[i] == 0 ? 1 : 0);
        return ink;
    }

    private static GrayU8 inWorkingSize(GrayU8 page) {
        double scale = Math.min(MAX_ENLARGEMENT, (double) WORKING_SIDE / Math.max(page.width, page.height));
        if (scale >= 1 && scale < MIN_ENLARGEMENT) return page;
        GrayU8 scaled = new GrayU8((int) Math.ceil(page.width * scale), (int) Math.ceil(page.height * scale));
        if (scale < 1) {
            AverageDownSampleOps.down(page, scaled);
        } else {
            new FDistort(page, scaled)
                    .scaleExt()
                    .interp(InterpolationType.BICUBIC)
                    .apply();
        }
        return scaled;
    }
}
