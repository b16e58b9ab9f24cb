/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.crop;

import boofcv.abst.feature.detect.line.DetectLine;
import boofcv.factory.feature.detect.line.ConfigHoughGradient;
import boofcv.factory.feature.detect.line.ConfigParamPolar;
import boofcv.factory.feature.detect.line.FactoryDetectLine;
import boofcv.struct.image.GrayF32;
import georegression.geometry.UtilLine2D_F32;
import georegression.struct.line.LineGeneral2D_F32;
import georegression.struct.line.LineGeneral2D_F64;
import georegression.struct.line.LineParametric2D_F32;
import java.util.ArrayList;
import java.util.List;

/** Detects the long straight edges of an image in brightness and in colour with a Hough transform. */
final class LineDetector {
    private static final int MAX_LINES = 26;

    /** Minimum gradient, in grey levels, of a pixel that votes. */
    private static final float MIN_GRADIENT = 3;

    /** Radius of the non-maximum suppression, in bins of two pixels and one degree. */
    private static final int SUPPRESSION_RADIUS = 3;

    private static final double PIXELS_PER_BIN = 2;
    private static final int ANGLES = 180;

    /** Returns the lines with the most votes in brightness, then those in colour. */
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

    private static List<LineGeneral2D_F64> lines(GrayF32 channel) {
        ConfigHoughGradient config = new ConfigHoughGradient(MAX_LINES);
        config.edgeThreshold.threshold = MIN_GRADIENT;
        config.localMaxRadius = SUPPRESSION_RADIUS;
        DetectLine<GrayF32> detector =
                FactoryDetectLine.houghLinePolar(config, new ConfigParamPolar(PIXELS_PER_BIN, ANGLES), GrayF32.class);
        return detector.detect(channel).stream().map(LineDetector::general).toList();
    }

    private static LineGeneral2D_F64 general(LineParametric2D_F32 line) {
        LineGeneral2D_F32 general = UtilLine2D_F32.convert(line, (LineGeneral2D_F32) null);
        general.normalize();
        return new LineGeneral2D_F64(general.A, general.B, general.C);
    }
}
