/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.document;

import java.awt.geom.AffineTransform;
import java.awt.geom.Point2D;
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

    private record Segment(Point2D from, Point2D to) {}

    private final AffineTransform toPage;
    private final List<Ruling> rulings = new ArrayList<>();
    private final List<Segment> path = new ArrayList<>();
    private Point2D start = new Point2D.Double();
    private Point2D current = new Point2D.Double();

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
        moveTo((float) p0.getX(), (float) p0.getY());
        for (Point2D corner : List.of(p1, p2, p3, p0)) {
            lineTo((float) corner.getX(), (float) corner.getY());
        }
    }

    @Override
    public void moveTo(float x, float y) {
        start = toPage.transform(new Point2D.Double(x, y), null);
        current = start;
    }

    @Override
    public void lineTo(float x, float y) {
        Point2D next = toPage.transform(new Point2D.Double(x, y), null);
        path.add(new Segment(current, next));
        current = next;
    }

    @Override
    public void curveTo(float x1, float y1, float x2, float y2, float x3, float y3) {
        current = toPage.transform(new Point2D.Double(x3, y3), null);
    }

    @Override
    public Point2D getCurrentPoint() {
        try {
            return toPage.inverseTransform(current, null);
        } catch (java.awt.geom.NoninvertibleTransformException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void closePath() {
        path.add(new Segment(current, start));
        current = start;
    }

    @Override
    public void strokePath() {
        path.forEach(segment -> add(segment.from(), segment.to()));
        path.clear();
    }

    @Override
    public void fillPath(int windingRule) {
        if (!path.isEmpty()) {
            double left = path.stream().mapToDouble(s -> s.from().getX()).min().orElse(0);
            double right = path.stream().mapToDouble(s -> s.from().getX()).max().orElse(0);
            double top = path.stream().mapToDouble(s -> s.from().getY()).min().orElse(0);
            double bottom =
                    path.stream().mapToDouble(s -> s.from().getY()).max().orElse(0);
            if (right - left <= THIN || bottom - top <= THIN) {
                add(new Point2D.Double(left, top), new Point2D.Double(right, bottom));
            }
        }
        path.clear();
    }

    @Override
    public void fillAndStrokePath(int windingRule) {
        strokePath();
    }

    @Override
    public void endPath() {
        path.clear();
    }

    private void add(Point2D a, Point2D b) {
        double width = Math.abs(a.getX() - b.getX());
        double height = Math.abs(a.getY() - b.getY());
        if (height <= THIN && width > 2 * THIN) {
            rulings.add(new Ruling(
                    Ruling.Direction.HORIZONTAL,
                    (a.getY() + b.getY()) / 2,
                    Math.min(a.getX(), b.getX()),
                    Math.max(a.getX(), b.getX())));
        } else if (width <= THIN && height > 2 * THIN) {
            rulings.add(new Ruling(
                    Ruling.Direction.VERTICAL,
                    (a.getX() + b.getX()) / 2,
                    Math.min(a.getY(), b.getY()),
                    Math.max(a.getY(), b.getY())));
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
