/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.quickstart.report;

import io.docproc.examples.quickstart.OperationSelector;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import javax.imageio.ImageIO;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.rendering.ImageType;
import org.apache.pdfbox.rendering.PDFRenderer;

/** Pictures of originals that a browser can show. */
final class PageImages {
    private static final Set<String> SHOWN_BY_BROWSERS = Set.of("jpg", "jpeg", "png", "gif", "bmp", "webp");
    private static final float DPI = 110;
    private static final int MAX_SIDE = 1600;

    private final Path outbox;

    PageImages(Path outbox) {
        this.outbox = outbox;
    }

    /** A photo's picture, as a path in the outbox: the original itself where a browser can show it. */
    Optional<Path> photo(String document) {
        String extension = OperationSelector.extension(document);
        Path original = original(document);
        if (SHOWN_BY_BROWSERS.contains(extension)) {
            return Optional.of(original).filter(Files::exists);
        }
        return extension.equals("pdf")
                ? page(document, 1)
                : made(original, outbox.resolve("report").resolve(document + ".preview.jpg"), () -> scaled(original));
    }

    /** A PDF page's picture, as a path in the outbox; empty for other documents. */
    Optional<Path> page(String document, int pageNumber) {
        if (!OperationSelector.extension(document).equals("pdf")) {
            return Optional.empty();
        }
        Path original = original(document);
        Path picture = outbox.resolve("report").resolve(document + ".page-" + pageNumber + ".png");
        return made(original, picture, () -> rendered(original, pageNumber));
    }

    private Path original(String document) {
        return outbox.resolve("originals").resolve(document);
    }

    @FunctionalInterface
    private interface Drawing {
        BufferedImage draw() throws IOException;
    }

    /** A picture is made once, and again for a newer original; a report can do without one that cannot be made. */
    private static Optional<Path> made(Path original, Path picture, Drawing drawing) {
        try {
            if (!Files.exists(picture)
                    || Files.getLastModifiedTime(picture).compareTo(Files.getLastModifiedTime(original)) < 0) {
                String name = picture.toString();
                ImageIO.write(drawing.draw(), name.substring(name.lastIndexOf('.') + 1), picture.toFile());
            }
            return Optional.of(picture);
        } catch (IOException | IllegalArgumentException unreadable) {
            return Optional.empty();
        }
    }

    private static BufferedImage rendered(Path pdf, int pageNumber) throws IOException {
        try (PDDocument document = Loader.loadPDF(pdf.toFile())) {
            return new PDFRenderer(document).renderImageWithDPI(pageNumber - 1, DPI, ImageType.RGB);
        }
    }

    private static BufferedImage scaled(Path image) throws IOException {
        BufferedImage original = ImageIO.read(image.toFile());
        if (original == null) {
            throw new IOException("no image: " + image);
        }
        double factor = Math.min(1, (double) MAX_SIDE / Math.max(original.getWidth(), original.getHeight()));
        int width = (int) Math.round(original.getWidth() * factor);
        int height = (int) Math.round(original.getHeight() * factor);
        BufferedImage scaled = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
        Graphics2D graphics = scaled.createGraphics();
        graphics.setRenderingHint(RenderingHints.KEY_INTERPOLATION, RenderingHints.VALUE_INTERPOLATION_BILINEAR);
        graphics.drawImage(original, 0, 0, width, height, null);
        graphics.dispose();
        return scaled;
    }
}
