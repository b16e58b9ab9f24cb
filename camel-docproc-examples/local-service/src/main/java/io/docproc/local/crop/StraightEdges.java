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

/** Finds the long straight edges of an image, in brightness and in colour, by a Hough transform. */
final class StraightEdges {
    private static final int MAX_LINES = 26;

    /** Gradient, in grey levels, from which a pixel votes. */
    private static final float FAINT_EDGE = 3;

    /** The neighbourhood, in bins of two pixels and one degree, in which only one line is taken. */
    private static final int NEIGHBOURHOOD = 3;

    private static final double PIXELS_PER_BIN = 2;
    private static final int ANGLES = 180;

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
        ConfigHoughGradient config = new ConfigHoughGradient(MAX_LINES);
        config.edgeThreshold.threshold = FAINT_EDGE;
        config.localMaxRadius = NEIGHBOURHOOD;
        DetectLine<GrayF32> detector =
                FactoryDetectLine.houghLinePolar(config, new ConfigParamPolar(PIXELS_PER_BIN, ANGLES), GrayF32.class);
        return detector.detect(view).stream().map(StraightEdges::general).toList();
    }

    private static LineGeneral2D_F64 general(LineParametric2D_F32 line) {
        LineGeneral2D_F32 general = UtilLine2D_F32.convert(line, (LineGeneral2D_F32) null);
        general.normalize();
        return new LineGeneral2D_F64(general.A, general.B, general.C);
    }
}
