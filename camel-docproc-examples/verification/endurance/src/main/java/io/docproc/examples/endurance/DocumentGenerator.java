/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.endurance;

import io.docproc.examples.endurance.GeneratedDocument.Kind;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import javax.imageio.ImageIO;

/** Generates documents; one in ten is broken. */
final class DocumentGenerator {
    private static final List<String> TYPES = List.of("txt", "html");
    private static final int SHEET_HEIGHT = 700;

    private final Path folder;
    private final Set<Kind> kinds;
    private int made;

    /**
     * @param folder an existing folder
     * @param kinds kinds to generate
     */
    DocumentGenerator(Path folder, Set<Kind> kinds) {
        this.folder = folder;
        this.kinds = kinds;
    }

    /** Generates the next document. */
    GeneratedDocument next() throws IOException {
        int number = ++made;
        Kind kind = kind(number);
        String name = String.format(Locale.ROOT, "document-%06d.", number);
        return new GeneratedDocument(
                number,
                kind,
                switch (kind) {
                    case TEXT -> text(name + TYPES.get(number % TYPES.size()), number);
                    case PHOTO -> photo(name + "png", number);
                    case BROKEN -> broken(name, number);
                });
    }

    private Kind kind(int number) {
        Kind wanted =
                switch (number % 10) {
                    case 4, 8 -> Kind.PHOTO;
                    case 7 -> Kind.BROKEN;
                    default -> Kind.TEXT;
                };
        return kinds.contains(wanted) ? wanted : Kind.TEXT;
    }

    private Path text(String name, int number) throws IOException {
        String line = "Order No.: " + GeneratedDocument.reference(number);
        String text = name.endsWith(".html") ? "<html><body><p>" + line + "</p></body></html>" : line;
        return Files.writeString(folder.resolve(name), text + "\n");
    }

    private Path photo(String name, int number) throws IOException {
        int width = GeneratedDocument.sheetWidth(number);
        BufferedImage photo = new BufferedImage(width + 160, SHEET_HEIGHT + 160, BufferedImage.TYPE_INT_RGB);
        Graphics2D graphics = photo.createGraphics();
        graphics.setColor(new Color(52, 58, 66));
        graphics.fillRect(0, 0, photo.getWidth(), photo.getHeight());
        graphics.setColor(new Color(238, 236, 230));
        graphics.fillRect(80, 80, width, SHEET_HEIGHT);
        graphics.setColor(new Color(40, 40, 44));
        graphics.drawString(GeneratedDocument.reference(number), 140, 160);
        graphics.dispose();
        Path file = folder.resolve(name);
        ImageIO.write(photo, "png", file.toFile());
        return file;
    }

    /** Alternates between an empty file, which is not sent, and a truncated document, which the service rejects. */
    private Path broken(String name, int number) throws IOException {
        return number % 20 == 7
                ? Files.writeString(folder.resolve(name + "txt"), "")
                : Files.writeString(folder.resolve(name + "pdf"), "%PDF-1.7\nand nothing more of " + number);
    }
}
