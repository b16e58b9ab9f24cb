/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.photo;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.Rectangle;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import javax.imageio.ImageIO;

/** Generates small photos for tests. */
public final class Photographs {
    /** Size of A4 paper in millimetres. */
    public static final double A4_RATIO = 297.0 / 210;

    private static final long SEED = "invoice".hashCode();

    private Photographs() {}

    /** Returns an oblique photo of an invoice on wood, half of it in shadow, 750 x 1000 pixels. */
    public static BufferedImage invoiceInShadow() {
        return photo(SurfaceTexture.WOOD, obliquely(6));
    }

    /** Returns the true corners in {@link #invoiceInShadow()}. */
    public static List<Double> invoiceCorners() {
        return obliquely(6).corners(Camera.millimetres(1240), Camera.millimetres(1754));
    }

    /**
     * Returns {@link #invoiceInShadow()} with a hand over the right edge of the page and other objects on the table.
     */
    public static BufferedImage invoiceAmidClutter() {
        BufferedImage photo = invoiceInShadow();
        Graphics2D pen = photo.createGraphics();
        pen.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
        pen.setColor(new Color(196, 150, 122));
        pen.setStroke(new BasicStroke(44, BasicStroke.CAP_ROUND, BasicStroke.JOIN_ROUND));
        for (int finger = 0; finger < 3; finger++) {
            pen.drawLine(800, 470 + 50 * finger, 560 + 15 * finger, 490 + 50 * finger);
        }
        pen.setColor(new Color(235, 234, 230));
        pen.fill(new Rectangle(10, 20, 170, 60));
        pen.setColor(new Color(20, 60, 160));
        pen.setStroke(new BasicStroke(12));
        pen.drawLine(480, 30, 730, 110);
        pen.setColor(new Color(30, 30, 32));
        pen.fillRoundRect(15, 880, 260, 100, 20, 20);
        pen.dispose();
        return photo;
    }

    /** Returns a photo of an invoice whose lower part is outside the photo. */
    public static BufferedImage invoiceRunningOut() {
        return photo(SurfaceTexture.DESK, new View(750, 1000, 3, 12, -4, 340, 0, 230));
    }

    /** Returns a scan of a letter without background. */
    public static BufferedImage letterScan() {
        return new SamplePages(5).letter();
    }

    /** Returns a scan of an invoice without background. */
    public static BufferedImage invoiceScan() {
        return new SamplePages(6).invoice();
    }

    /** Returns a photo of an empty wooden table. */
    public static BufferedImage bareTable() {
        BufferedImage table = new BufferedImage(600, 400, BufferedImage.TYPE_INT_RGB);
        Noise noise = new Noise(2);
        float[] rgb = new float[3];
        for (int y = 0; y < table.getHeight(); y++) {
            for (int x = 0; x < table.getWidth(); x++) {
                SurfaceTexture.WOOD.paint(x / 2.0, y / 2.0, noise, rgb);
                table.setRGB(x, y, (int) rgb[0] << 16 | (int) rgb[1] << 8 | (int) rgb[2]);
            }
        }
        return table;
    }

    /** Writes an image to a file in a format of ImageIO, and returns the file. */
    public static Path write(BufferedImage image, String format, Path file) {
        try {
            if (!ImageIO.write(image, format, file.toFile())) {
                throw new IllegalArgumentException(
                        "There is no ImageIO writer for " + format + "; use another format.");
            }
            return file;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static View obliquely(double roll) {
        return new View(750, 1000, roll, 20, 8, 350, 10, -10);
    }

    private static BufferedImage photo(SurfaceTexture table, View view) {
        Illumination light = new Illumination(0.45, 40, 0.2, 0.3, 0.95, 0.7, 2);
        return new Camera(view, light, table, SEED).photograph(new SamplePages(SEED).invoice());
    }
}
