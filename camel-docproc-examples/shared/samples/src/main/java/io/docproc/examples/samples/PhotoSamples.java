/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.samples;

import io.docproc.examples.samples.Photo.Document;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Generates the sample photos, each with a file of its true corners.
 *
 * <p>The result is reproducible. The WebP sample requires a WebP writer, which the Maven profile {@code samples} adds.
 */
public final class PhotoSamples {
    private PhotoSamples() {}

    /**
     * Writes all photos.
     *
     * @param args the folder to write to; {@code photos} if none is given
     * @throws IOException if a file cannot be written
     */
    public static void main(String[] args) throws IOException {
        Path folder = Path.of(args.length > 0 ? args[0] : "photos");
        Files.createDirectories(folder);
        for (Photo photo : photos()) {
            PhotoWriter.write(photo, folder);
        }
    }

    /** Returns photos of all formats, tables and documents, with shadow, low contrast and rotated pages. */
    static List<Photo> photos() {
        return List.of(
                new Photo(
                        "invoice-on-wood.jpg",
                        Document.INVOICE,
                        SurfaceTexture.WOOD,
                        new View(1500, 2000, -6, 24, 6, 345, -40, -90),
                        new Illumination(0.15, 30, 0.25, 0.3, 0.95, 0.8, 3)),
                new Photo(
                        "receipt-on-dark-cloth.png",
                        Document.RECEIPT,
                        SurfaceTexture.DARK_CLOTH,
                        new View(900, 1200, 13, 14, -8, 246, 10, 0),
                        new Illumination(0.1, 200, 0.2, 0, 0.92, 0.7, 1.2)),
                new Photo(
                        "letter-in-shadow.jpg",
                        Document.LETTER,
                        SurfaceTexture.DESK,
                        new View(1500, 2000, 4, 18, 12, 361, -10, 10),
                        new Illumination(0.62, 55, 0.2, 0.4, 1, 0.8, 3)),
                new Photo(
                        "invoice-on-light-table.jpg",
                        Document.INVOICE,
                        SurfaceTexture.LIGHT_TABLE,
                        new View(1500, 2000, 9, 15, -6, 354, 0, 0),
                        new Illumination(0.08, 120, 0.1, -0.2, 0.97, 0.7, 2)),
                new Photo(
                        "letter-turned-right.jpg",
                        Document.LETTER,
                        SurfaceTexture.WOOD,
                        new View(2000, 1500, 93, 16, 5, 338, 10, 0),
                        new Illumination(0.15, 300, 0.25, 0.2, 0.95, 0.8, 3)),
                new Photo(
                        "invoice-upside-down.tiff",
                        Document.INVOICE,
                        SurfaceTexture.DESK,
                        new View(1350, 1800, 176, 12, -9, 346, 0, 20),
                        new Illumination(0.2, 250, 0.3, 0.1, 0.97, 0.7, 2.5)),
                new Photo(
                        "receipt-on-desk.bmp",
                        Document.RECEIPT,
                        SurfaceTexture.DESK,
                        new View(900, 1200, -17, 10, 10, 254, -15, 10),
                        new Illumination(0.25, 90, 0.3, 0, 0.95, 0.7, 2)),
                new Photo(
                        "invoice-on-dark-cloth.gif",
                        Document.INVOICE,
                        SurfaceTexture.DARK_CLOTH,
                        new View(960, 1280, 5, 20, -12, 361, 0, -10),
                        new Illumination(0.1, 10, 0.15, 0.1, 0.92, 0.7, 1.5)),
                new Photo(
                        "letter-on-wood.webp",
                        Document.LETTER,
                        SurfaceTexture.WOOD,
                        new View(1350, 1800, -11, 21, -7, 352, -20, -60),
                        new Illumination(0.3, 160, 0.25, 0.5, 0.95, 0.8, 3)),
                new Photo(
                        "letter-on-dark-cloth.pdf",
                        Document.LETTER,
                        SurfaceTexture.DARK_CLOTH,
                        new View(1300, 1800, 7, 17, 9, 346, 0, 0),
                        new Illumination(0.2, 45, 0.25, 0.2, 0.93, 0.8, 2.5)));
    }
}
