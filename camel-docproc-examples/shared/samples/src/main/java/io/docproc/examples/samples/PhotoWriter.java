/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.samples;

import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageWriteParam;
import javax.imageio.ImageWriter;
import javax.imageio.stream.ImageOutputStream;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDPageContentStream;
import org.apache.pdfbox.pdmodel.common.PDRectangle;
import org.apache.pdfbox.pdmodel.graphics.image.JPEGFactory;
import org.apache.pdfbox.pdmodel.graphics.image.PDImageXObject;

/** Writes a photo in the format of its file name, and a file with its corners. */
final class PhotoWriter {
    private static final float QUALITY = 0.8f;
    private static final float PDF_DPI = 200;

    private PhotoWriter() {}

    static void write(Photo photo, Path folder) throws IOException {
        Path file = folder.resolve(photo.fileName());
        switch (photo.format()) {
            case "pdf" -> writePdf(photo.take(), file);
            case "jpg", "webp" -> writeImage(photo.take(), photo.format(), "", file);
            case "tiff" -> writeImage(photo.take(), "tiff", "JPEG", file);
            case "png", "bmp" ->
                writeImage(redraw(photo.take(), BufferedImage.TYPE_BYTE_GRAY), photo.format(), "", file);
            default -> writeImage(redraw(photo.take(), BufferedImage.TYPE_BYTE_INDEXED), photo.format(), "", file);
        }
        Files.writeString(folder.resolve(photo.baseName() + ".corners.json"), photo.cornersAsJson());
    }

    private static void writeImage(BufferedImage image, String format, String compression, Path file)
            throws IOException {
        Iterator<ImageWriter> writers = ImageIO.getImageWritersByFormatName(format);
        if (!writers.hasNext()) {
            throw new IOException("There is no ImageIO writer for " + format
                    + " on the class path; activate the Maven profile samples");
        }
        ImageWriter writer = writers.next();
        Files.deleteIfExists(file);
        try (ImageOutputStream out = ImageIO.createImageOutputStream(file.toFile())) {
            ImageWriteParam param = writer.getDefaultWriteParam();
            if (param.canWriteCompressed() && !format.equals("gif") && !format.equals("bmp")) {
                param.setCompressionMode(ImageWriteParam.MODE_EXPLICIT);
                String type = compression.isEmpty() ? param.getCompressionTypes()[0] : compression;
                param.setCompressionType(type);
                param.setCompressionQuality(format.equals("png") ? 0 : QUALITY);
            }
            writer.setOutput(out);
            writer.write(null, new IIOImage(image, null, null), param);
        } finally {
            writer.dispose();
        }
    }

    private static void writePdf(BufferedImage image, Path file) throws IOException {
        float width = image.getWidth() * 72 / PDF_DPI;
        float height = image.getHeight() * 72 / PDF_DPI;
        try (PDDocument document = new PDDocument()) {
            // A fixed id, because PDFBox derives the default id from the clock.
            document.setDocumentId(1L);
            PDPage page = new PDPage(new PDRectangle(width, height));
            document.addPage(page);
            PDImageXObject picture = JPEGFactory.createFromImage(document, image, QUALITY);
            try (PDPageContentStream content = new PDPageContentStream(document, page)) {
                content.drawImage(picture, 0, 0, width, height);
            }
            document.save(file.toFile());
        }
    }

    private static BufferedImage redraw(BufferedImage image, int type) {
        BufferedImage copy = new BufferedImage(image.getWidth(), image.getHeight(), type);
        Graphics2D pen = copy.createGraphics();
        pen.drawImage(image, 0, 0, null);
        pen.dispose();
        return copy;
    }
}
