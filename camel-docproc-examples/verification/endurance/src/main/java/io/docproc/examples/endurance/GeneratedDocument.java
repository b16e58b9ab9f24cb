/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.endurance;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import javax.imageio.ImageIO;

/**
 * Document generated for an endurance run. Its content is unique, so that its result can be identified.
 *
 * @param number unique number
 * @param file location of the document
 */
record GeneratedDocument(int number, Kind kind, Path file) {
    private static final Pattern REFERENCE = Pattern.compile("N-\\d{6}");
    private static final ObjectReader JSON =
            new JsonMapper().reader().with(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
    private static final int MAX_PIXEL_DIFFERENCE = 8;
    private static final int PAGE_HEIGHT = 700;

    /** Content of the document. */
    enum Kind {
        /** Text that contains the reference. */
        TEXT,
        /** Page on a dark table, with a unique width. */
        PHOTO,
        /** Unreadable document, which has to fail. */
        BROKEN
    }

    /** Creates the document of a number in a folder; one in ten is broken. */
    static GeneratedDocument create(Path folder, int number, Set<Kind> kinds) throws IOException {
        Kind kind =
                switch (number % 10) {
                    case 4, 8 -> kinds.contains(Kind.PHOTO) ? Kind.PHOTO : Kind.TEXT;
                    case 7 -> Kind.BROKEN;
                    default -> Kind.TEXT;
                };
        Path file = folder.resolve(String.format(Locale.ROOT, "document-%06d.", number)
                + switch (kind) {
                    case TEXT -> number % 2 == 0 ? "txt" : "html";
                    case PHOTO -> "png";
                    case BROKEN -> number % 20 == 7 ? "txt" : "pdf";
                });
        String line = "Order No.: " + reference(number);
        switch (kind) {
            case TEXT ->
                Files.writeString(
                        file, number % 2 == 0 ? line + "\n" : "<html><body><p>" + line + "</p></body></html>\n");
            case PHOTO -> ImageIO.write(photo(number), "png", file.toFile());
            // Alternates between an empty file, which is not sent, and a truncated document, which the service rejects.
            case BROKEN -> Files.writeString(file, number % 20 == 7 ? "" : "%PDF-1.7\nand nothing more of " + number);
        }
        return new GeneratedDocument(number, kind, file);
    }

    private static BufferedImage photo(int number) {
        int width = pageWidth(number);
        BufferedImage photo = new BufferedImage(width + 160, PAGE_HEIGHT + 160, BufferedImage.TYPE_INT_RGB);
        Graphics2D graphics = photo.createGraphics();
        graphics.setBackground(new Color(52, 58, 66));
        graphics.clearRect(0, 0, photo.getWidth(), photo.getHeight());
        graphics.setColor(new Color(238, 236, 230));
        graphics.fillRect(80, 80, width, PAGE_HEIGHT);
        graphics.setColor(new Color(40, 40, 44));
        graphics.drawString(reference(number), 140, 160);
        graphics.dispose();
        return photo;
    }

    String name() {
        return file.getFileName().toString();
    }

    private static String reference(int number) {
        return String.format(Locale.ROOT, "N-%06d", number);
    }

    private static int pageWidth(int number) {
        return 240 + 20 * (number % 40);
    }

    /** Returns this document as one that cannot be sent. */
    GeneratedDocument asBroken() {
        return new GeneratedDocument(number, Kind.BROKEN, file);
    }

    /** Returns the problem of a result; empty if the result is correct. */
    Optional<String> problem(byte[] result) {
        try {
            return switch (kind) {
                case TEXT -> checkJson(result);
                case PHOTO -> checkImage(result);
                case BROKEN -> Optional.of("it is broken, and it has a result");
            };
        } catch (IOException e) {
            return Optional.of("its result cannot be read: " + e.getMessage());
        }
    }

    private Optional<String> checkJson(byte[] result) throws IOException {
        List<String> references = REFERENCE
                .matcher(JSON.readTree(result).toString())
                .results()
                .map(MatchResult::group)
                .distinct()
                .toList();
        return references.equals(List.of(reference(number)))
                ? Optional.empty()
                : Optional.of("its result is that of " + references);
    }

    private Optional<String> checkImage(byte[] result) throws IOException {
        BufferedImage image = ImageIO.read(new ByteArrayInputStream(result));
        int width = image == null ? 0 : image.getWidth();
        return Math.abs(width - pageWidth(number)) <= MAX_PIXEL_DIFFERENCE
                ? Optional.empty()
                : Optional.of("its result is " + width + " pixels wide, its page " + pageWidth(number));
    }
}
