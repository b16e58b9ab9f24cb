/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.crop;

import boofcv.alg.filter.blur.GBlurImageOps;
import boofcv.struct.image.GrayF32;
import georegression.struct.line.LineGeneral2D_F64;
import java.util.ArrayList;
import java.util.List;

/**
 * The long straight edges of an image, in brightness and in colour, by a Hough transform in which every pixel votes for
 * the lines that run across its gradient.
 *
 * <p>BoofCV's own transform gives each pixel a single vote in the exact direction of its gradient, which on faint edges
 * scatters the votes so far that sides of pages are missed.
 */
final class StraightEdges {
    private static final int MAX_LINES = 26;
    private static final double SMOOTHING = 1;

    /** Gradients, in grey levels over two pixels, that get no vote, and a whole one. */
    private static final float NO_EDGE = 2;

    private static final float CLEAR_EDGE = 10;

    /** Half-turn in bins of one degree, and how far a gradient's direction may be off. */
    private static final int ANGLES = 180;

    private static final int ANGLE_SPREAD = 3;

    /** The neighbourhood, in degrees and pixels, in which only one line is taken. */
    private static final int SAME_ANGLE = 3;

    private static final int SAME_OFFSET = 4;

    /** A line needs as many whole votes as this share of the image's short side. */
    private static final double MIN_LENGTH = 0.12;

    private static final double[] COS = new double[ANGLES];
    private static final double[] SIN = new double[ANGLES];

    static {
        for (int degrees = 0; degrees < ANGLES; degrees++) {
            COS[degrees] = Math.cos(Math.toRadians(degrees));
            SIN[degrees] = Math.sin(Math.toRadians(degrees));
        }
    }

    /** The lines with the most votes in brightness, then those in colour. */
    List<LineGeneral2D_F64> detect(TextlessImage image) {
        GrayF32 brightness = new GrayF32(image.width(), image.height());
        GrayF32 warmth = brightness.createSameShape();
        float[] red = image.bands().getBand(0).data;
        float[] green = image.bands().getBand(1).data;
        float[] blue = image.bands().getBand(2).data;
        for (int i = 0; i < red.length; i++) {
            brightness.data[i] = (red[i] + green[i] + blue[i]) / 3;
            warmth.data[i] = red[i] - blue[i];
        }
        List<LineGeneral2D_F64> lines = new ArrayList<>(lines(brightness));
        lines.addAll(lines(warmth));
        return lines;
    }

    private static List<LineGeneral2D_F64> lines(GrayF32 view) {
        int reach = (int) Math.ceil(Math.hypot(view.width, view.height));
        float[][] votes = new float[ANGLES][2 * reach + 1];
        GrayF32 smooth = GBlurImageOps.gaussian(view, null, SMOOTHING, -1, null);
        for (int y = 1; y < view.height - 1; y++) {
            for (int x = 1; x < view.width - 1; x++) {
                float dx = smooth.unsafe_get(x + 1, y) - smooth.unsafe_get(x - 1, y);
                float dy = smooth.unsafe_get(x, y + 1) - smooth.unsafe_get(x, y - 1);
                float edge = (float) Math.sqrt(dx * dx + dy * dy);
                if (edge > NO_EDGE) vote(votes, reach, x, y, Math.atan2(dy, dx), Math.min(1, edge / CLEAR_EDGE));
            }
        }
        return peaks(votes, reach, MIN_LENGTH * Math.min(view.width, view.height));
    }

    private static void vote(float[][] votes, int reach, int x, int y, double direction, float weight) {
        int centre = (int) Math.round(Math.toDegrees(direction));
        for (int spread = -ANGLE_SPREAD; spread <= ANGLE_SPREAD; spread++) {
            int angle = Math.floorMod(centre + spread, ANGLES);
            // Pixels are counted by their centres, lines by the edges between pixels.
            double offset = (x + 0.5) * COS[angle] + (y + 0.5) * SIN[angle];
            votes[angle][(int) Math.round(offset) + reach] += weight;
        }
    }

    private static List<LineGeneral2D_F64> peaks(float[][] votes, int reach, double least) {
        List<LineGeneral2D_F64> lines = new ArrayList<>();
        while (lines.size() < MAX_LINES) {
            int bestAngle = 0;
            int bestOffset = 0;
            for (int angle = 0; angle < ANGLES; angle++) {
                for (int offset = 0; offset < votes[angle].length; offset++) {
                    if (votes[angle][offset] > votes[bestAngle][bestOffset]) {
                        bestAngle = angle;
                        bestOffset = offset;
                    }
                }
            }
            if (votes[bestAngle][bestOffset] < least) break;
            lines.add(new LineGeneral2D_F64(COS[bestAngle], SIN[bestAngle], reach - bestOffset));
            suppress(votes, reach, bestAngle, bestOffset);
        }
        return lines;
    }

    /** Takes the votes round a peak away; beyond 180 degrees the same line has the opposite offset. */
    private static void suppress(float[][] votes, int reach, int peakAngle, int peakOffset) {
        for (int turn = -SAME_ANGLE; turn <= SAME_ANGLE; turn++) {
            int angle = Math.floorMod(peakAngle + turn, ANGLES);
            int offset = angle == peakAngle + turn ? peakOffset : 2 * reach - peakOffset;
            for (int shift = -SAME_OFFSET; shift <= SAME_OFFSET; shift++) {
                int at = offset + shift;
                if (at >= 0 && at < votes[angle].length) votes[angle][at] = 0;
            }
        }
    }
}
