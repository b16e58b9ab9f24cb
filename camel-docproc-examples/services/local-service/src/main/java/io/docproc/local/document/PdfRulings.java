/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.document;

import java.awt.geom.AffineTransform;
import java.awt.geom.Path2D;
import java.awt.geom.PathIterator;
import java.awt.geom.Point2D;
import java.awt.geom.Rectangle2D;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.pdfbox.contentstream.PDFGraphicsStreamEngine;
import org.apache.pdfbox.cos.COSName;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.common.PDRectangle;
import org.apache.pdfbox.pdmodel.graphics.image.PDImage;

/** Collects the horizontal and vertical lines of a PDF page, including thin filled rectangles. */
final class PdfRulings extends PDFGraphicsStreamEngine {
    private static final double THIN = 2;
    /** Tables are not detected on pages with more lines, which are drawings. */
    private static final int MAX_RULINGS = 5_000;

    private final AffineTransform toPage;
    private final List<Ruling> rulings = new ArrayList<>();
    private Path2D path = new Path2D.Double();

    private PdfRulings(PDPage page) {
        super(page);
        toPage = toDisplayedPage(page);
    }

    static List<Ruling> of(PDPage page) throws IOException {
        PdfRulings engine = new PdfRulings(page);
        engine.processPage(page);
        return engine.rulings.size() > MAX_RULINGS ? List.of() : engine.rulings;
    }

    /** Converts from user space (origin at the bottom left) to the displayed page (origin at the top left, rotated). */
    private static AffineTransform toDisplayedPage(PDPage page) {
        PDRectangle area = page.getCropBox();
        double width = area.getWidth();
        double height = area.getHeight();
        AffineTransform transform =
                switch (Math.floorMod(page.getRotation(), 360)) {
                    case 90 -> new AffineTransform(0, 1, 1, 0, 0, 0);
                    case 180 -> new AffineTransform(-1, 0, 0, 1, width, 0);
                    case 270 -> new AffineTransform(0, -1, -1, 0, height, width);
                    default -> new AffineTransform(1, 0, 0, -1, 0, height);
                };
        transform.translate(-area.getLowerLeftX(), -area.getLowerLeftY());
        return transform;
    }

    @Override
    public void appendRectangle(Point2D p0, Point2D p1, Point2D p2, Point2D p3) {
        path.moveTo(p0.getX(), p0.getY());
        List.of(p1, p2, p3).forEach(corner -> path.lineTo(corner.getX(), corner.getY()));
        path.closePath();
    }

    @Override
    public void moveTo(float x, float y) {
        path.moveTo(x, y);
    }

    @Override
    public void lineTo(float x, float y) {
        path.lineTo(x, y);
    }

    @Override
    public void curveTo(float x1, float y1, float x2, float y2, float x3, float y3) {
        path.curveTo(x1, y1, x2, y2, x3, y3);
    }

    @Override
    public Point2D getCurrentPoint() {
        return path.getCurrentPoint();
    }

    @Override
    public void closePath() {
        path.closePath();
    }

    @Override
    public void strokePath() {
        double[] point = new double[6];
        Point2D start = new Point2D.Double();
        Point2D current = start;
        for (PathIterator steps = path.getPathIterator(toPage); !steps.isDone(); steps.next()) {
            int step = steps.currentSegment(point);
            Point2D next =
                    switch (step) {
                        case PathIterator.SEG_CLOSE -> start;
                        case PathIterator.SEG_CUBICTO -> new Point2D.Double(point[4], point[5]);
                        default -> new Point2D.Double(point[0], point[1]);
                    };
            if (step == PathIterator.SEG_MOVETO) {
                start = next;
            } else if (step != PathIterator.SEG_CUBICTO) {
                Rectangle2D line = new Rectangle2D.Double(current.getX(), current.getY(), 0, 0);
                line.add(next);
                add(line);
            }
            current = next;
        }
        endPath();
    }

    @Override
    public void fillPath(int windingRule) {
        Rectangle2D area = path.createTransformedShape(toPage).getBounds2D();
        if (Math.min(area.getWidth(), area.getHeight()) <= THIN) {
            add(area);
        }
        endPath();
    }

    @Override
    public void fillAndStrokePath(int windingRule) {
        strokePath();
    }

    @Override
    public void endPath() {
        path = new Path2D.Double();
    }

    private void add(Rectangle2D line) {
        boolean horizontal = line.getWidth() > line.getHeight();
        if (Math.min(line.getWidth(), line.getHeight()) <= THIN
                && Math.max(line.getWidth(), line.getHeight()) > 2 * THIN) {
            rulings.add(
                    horizontal
                            ? new Ruling(true, line.getCenterY(), line.getMinX(), line.getMaxX())
                            : new Ruling(false, line.getCenterX(), line.getMinY(), line.getMaxY()));
        }
    }

    @Override
    public void drawImage(PDImage image) {
        // Lines in images are not detected.
    }

    @Override
    public void shadingFill(COSName name) {
        // Shadings are not lines.
    }

    @Override
    public void clip(int windingRule) {
        // Clipping is not applied, because it requires rendering.
    }
}
