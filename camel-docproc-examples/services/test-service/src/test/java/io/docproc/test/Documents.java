/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test;

import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import javax.imageio.ImageIO;

/** Small documents. */
final class Documents {
    static final byte[] PDF = "%PDF-1.7 a letter".getBytes(StandardCharsets.US_ASCII);

    private Documents() {}

    static byte[] image(String format, int width, int height) {
        BufferedImage image = new BufferedImage(
                width, height, format.equals("png") ? BufferedImage.TYPE_BYTE_BINARY : BufferedImage.TYPE_3BYTE_BGR);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            if (!ImageIO.write(image, format, out)) {
                throw new IllegalStateException("no writer for " + format);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }
}
