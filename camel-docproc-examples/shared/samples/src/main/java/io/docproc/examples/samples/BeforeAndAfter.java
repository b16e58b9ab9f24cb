/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.samples;

import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.Image;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import javax.imageio.ImageIO;

/** Combines a photo and its cropped page into the image of the README. */
public final class BeforeAndAfter {
    private static final int HEIGHT = 560;
    private static final int GAP = 24;
    private static final Color GROUND = new Color(244, 245, 247);

    private BeforeAndAfter() {}

    /**
     * Writes the image.
     *
     * @param args the photo, its page, and the JPEG to write
     * @throws IOException if a file cannot be read or written
     */
    public static void main(String[] args) throws IOException {
        Image before = scaled(ImageIO.read(Path.of(args[0]).toFile()));
        Image after = scaled(ImageIO.read(Path.of(args[1]).toFile()));
        int width = before.getWidth(null) + after.getWidth(null) + 3 * GAP;
        BufferedImage picture = new BufferedImage(width, HEIGHT + 2 * GAP, BufferedImage.TYPE_INT_RGB);
        Graphics2D graphics = picture.createGraphics();
        graphics.setColor(GROUND);
        graphics.fillRect(0, 0, width, picture.getHeight());
        graphics.drawImage(before, GAP, GAP, null);
        graphics.drawImage(after, before.getWidth(null) + 2 * GAP, GAP, null);
        graphics.dispose();
        ImageIO.write(picture, "jpg", Path.of(args[2]).toFile());
    }

    private static BufferedImage scaled(BufferedImage image) {
        int width = Math.round((float) image.getWidth() * HEIGHT / image.getHeight());
        BufferedImage scaled = new BufferedImage(width, HEIGHT, BufferedImage.TYPE_INT_RGB);
        Graphics2D graphics = scaled.createGraphics();
        graphics.setRenderingHint(RenderingHints.KEY_INTERPOLATION, RenderingHints.VALUE_INTERPOLATION_BICUBIC);
        graphics.drawImage(image.getScaledInstance(width, HEIGHT, Image.SCALE_AREA_AVERAGING), 0, 0, null);
        graphics.dispose();
        return scaled;
    }
}
