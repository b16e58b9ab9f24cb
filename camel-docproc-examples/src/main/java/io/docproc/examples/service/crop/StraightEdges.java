/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.service.crop;

import boofcv.abst.feature.detect.line.DetectLine;
import boofcv.factory.feature.detect.line.ConfigHoughGradient;
import boofcv.factory.feature.detect.line.ConfigParamPolar;
import boofcv.factory.feature.detect.line.FactoryDetectLine;
import boofcv.struct.image.GrayF32;
import georegression.geometry.UtilLine2D_F64;
import georegression.struct.line.LineGeneral2D_F64;
import georegression.struct.line.LineParametric2D_F32;
import georegression.struct.line.LineParametric2D_F64;
import java.util.ArrayList;
import java.util.List;

/** The long straight edges of an image, in brightness and in colour. */
final class StraightEdges {
    private static final int LINES_PER_VIEW = 22;
    private static final double MERGE_ANGLE = Math.toRadians(1.5);
    private static final double MERGE_DISTANCE = 2.5;

    /** Sobel responses; a step of one grey level gives four. */
    private static final float[] THRESHOLDS = {24, 90};

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
        List<LineGeneral2D_F64> lines = new ArrayList<>();
        for (float threshold : THRESHOLDS) {
            for (GrayF32 view : List.of(brightness, warmth))
                addNew(lines, detector(threshold).detect(view), image);
        }
        return lines;
    }

    private static DetectLine<GrayF32> detector(float threshold) {
        ConfigHoughGradient config = new ConfigHoughGradient(LINES_PER_VIEW);
        config.edgeThreshold.threshold = threshold;
        config.minCounts = 30;
        return FactoryDetectLine.houghLinePolar(config, new ConfigParamPolar(2, 180), GrayF32.class);
    }

    private static void addNew(
            List<LineGeneral2D_F64> lines, List<LineParametric2D_F32> detected, TextlessImage image) {
        for (LineParametric2D_F32 found : detected) {
            LineGeneral2D_F64 line = UtilLine2D_F64.convert(
                    new LineParametric2D_F64(found.p.x, found.p.y, found.slope.x, found.slope.y),
                    (LineGeneral2D_F64) null);
            line.normalize();
            if (lines.stream().noneMatch(other -> same(line, other, image))) lines.add(line);
        }
    }

    private static boolean same(LineGeneral2D_F64 a, LineGeneral2D_F64 b, TextlessImage image) {
        double along = a.A * b.A + a.B * b.B;
        double x = image.width() / 2.0;
        double y = image.height() / 2.0;
        double distance = a.A * x + a.B * y + a.C - Math.signum(along) * (b.A * x + b.B * y + b.C);
        return Math.abs(along) > Math.cos(MERGE_ANGLE) && Math.abs(distance) < MERGE_DISTANCE;
    }
}
