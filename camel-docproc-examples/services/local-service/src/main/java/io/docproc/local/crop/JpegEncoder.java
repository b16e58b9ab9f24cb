/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.crop;

import boofcv.io.image.ConvertBufferedImage;
import boofcv.struct.image.GrayU8;
import boofcv.struct.image.Planar;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageWriteParam;
import javax.imageio.ImageWriter;
import javax.imageio.stream.ImageOutputStream;

/**
 * Encodes images as JPEG; an image with one band in grayscale.
 *
 * @param quality 1 to 100
 */
record JpegEncoder(int quality) {
    byte[] encode(Planar<GrayU8> image) {
        ImageWriter writer = ImageIO.getImageWritersByFormatName("jpeg").next();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ImageOutputStream out = ImageIO.createImageOutputStream(bytes)) {
            ImageWriteParam param = writer.getDefaultWriteParam();
            param.setCompressionMode(ImageWriteParam.MODE_EXPLICIT);
            param.setCompressionQuality(quality / 100f);
            writer.setOutput(out);
            writer.write(null, new IIOImage(toBuffered(image), null, null), param);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            writer.dispose();
        }
        return bytes.toByteArray();
    }

    private static BufferedImage toBuffered(Planar<GrayU8> image) {
        return image.getNumBands() == 1
                ? ConvertBufferedImage.convertTo(image.getBand(0), null)
                : ConvertBufferedImage.convertTo(
                        image, new BufferedImage(image.width, image.height, BufferedImage.TYPE_3BYTE_BGR), true);
    }
}
