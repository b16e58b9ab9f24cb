/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.image;

import com.drew.imaging.ImageMetadataReader;
import com.drew.imaging.ImageProcessingException;
import com.drew.metadata.Metadata;
import com.drew.metadata.exif.ExifIFD0Directory;
import java.awt.geom.AffineTransform;
import java.awt.image.AffineTransformOp;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;

/**
 * EXIF orientation of an image.
 *
 * @param tag value of the EXIF tag, 1 (upright) to 8
 */
public record ExifOrientation(int tag) {
    private static final int UPRIGHT = 1;
    private static final int LAST = 8;
    private static final int FIRST_TRANSPOSED = 5;

    /** Returns the orientation in the metadata of a file; upright if there is none or it cannot be read. */
    public static ExifOrientation of(Path file) throws IOException {
        try {
            Metadata metadata = ImageMetadataReader.readMetadata(file.toFile());
            ExifIFD0Directory directory = metadata.getFirstDirectoryOfType(ExifIFD0Directory.class);
            Integer tag = directory == null ? null : directory.getInteger(ExifIFD0Directory.TAG_ORIENTATION);
            return new ExifOrientation(tag == null || tag < UPRIGHT || tag > LAST ? UPRIGHT : tag);
        } catch (ImageProcessingException e) {
            // An image with invalid metadata can still be decoded.
            return new ExifOrientation(UPRIGHT);
        }
    }

    /** Returns whether the orientation swaps width and height. */
    public boolean swapsSides() {
        return tag >= FIRST_TRANSPOSED;
    }

    /** Returns the upright image with the same pixel format. */
    public BufferedImage upright(BufferedImage stored) {
        if (tag == UPRIGHT) return stored;
        int width = stored.getWidth();
        int height = stored.getHeight();
        // Matrices (m00 m10 m01 m11 m02 m12) from stored to shown coordinates.
        AffineTransform turn =
                switch (tag) {
                    case 2 -> new AffineTransform(-1, 0, 0, 1, width, 0);
                    case 3 -> new AffineTransform(-1, 0, 0, -1, width, height);
                    case 4 -> new AffineTransform(1, 0, 0, -1, 0, height);
                    case 5 -> new AffineTransform(0, 1, 1, 0, 0, 0);
                    case 6 -> new AffineTransform(0, 1, -1, 0, height, 0);
                    case 7 -> new AffineTransform(0, -1, -1, 0, height, width);
                    default -> new AffineTransform(0, -1, 1, 0, 0, width);
                };
        BufferedImage shown =
                new BufferedImage(swapsSides() ? height : width, swapsSides() ? width : height, stored.getType());
        return new AffineTransformOp(turn, AffineTransformOp.TYPE_NEAREST_NEIGHBOR).filter(stored, shown);
    }
}
