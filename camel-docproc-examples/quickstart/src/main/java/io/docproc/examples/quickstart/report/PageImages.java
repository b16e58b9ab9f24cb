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
import org.apache.camel.util.function.ThrowingSupplier;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.rendering.ImageType;
import org.apache.pdfbox.rendering.PDFRenderer;

/** Images of originals that a browser can show, as paths in the outbox. */
final class PageImages {
    private static final Set<String> SHOWN_BY_BROWSERS = Set.of("jpg", "jpeg", "png", "gif", "bmp", "webp");
    private static final float DPI = 110;
    private static final int MAX_SIDE = 1600;

    private final Path outbox;

    PageImages(Path outbox) {
        this.outbox = outbox;
    }

    /** Returns the image of a photo: the original where a browser can show it. */
    Optional<String> photo(String document) {
        String extension = OperationSelector.extension(document);
        Path original = original(document);
        if (SHOWN_BY_BROWSERS.contains(extension)) {
            return Optional.of("originals/" + document).filter(name -> Files.exists(original));
        }
        return extension.equals("pdf") ? page(document, 1) : image(document, ".preview.jpg", () -> scaled(original));
    }

    /** Returns the image of a page of a PDF; empty for other documents. */
    Optional<String> page(String document, int pageNumber) {
        return OperationSelector.extension(document).equals("pdf")
                ? image(document, ".page-" + pageNumber + ".png", () -> rendered(original(document), pageNumber))
                : Optional.empty();
    }

    private Path original(String document) {
        return outbox.resolve("originals").resolve(document);
    }

    /** Draws the image unless it is newer than the original; a report does not need an image that cannot be drawn. */
    private Optional<String> image(
            String document, String suffix, ThrowingSupplier<BufferedImage, IOException> drawing) {
        String name = "report/" + document + suffix;
        Path image = outbox.resolve(name);
        try {
            if (!Files.exists(image)
                    || Files.getLastModifiedTime(image).compareTo(Files.getLastModifiedTime(original(document))) < 0) {
                ImageIO.write(drawing.get(), OperationSelector.extension(name), image.toFile());
            }
            return Optional.of(name);
        } catch (IOException | IllegalArgumentException e) {
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
