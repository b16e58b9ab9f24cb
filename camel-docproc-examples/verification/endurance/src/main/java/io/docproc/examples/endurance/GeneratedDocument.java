/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.endurance;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
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

    /** Content of the document. */
    enum Kind {
        /** Text that contains the reference. */
        TEXT,
        /** Sheet on a dark table, with a width of its own. */
        PHOTO,
        /** Unreadable document, which has to fail. */
        BROKEN
    }

    String name() {
        return file.getFileName().toString();
    }

    /** Returns the unique reference in the text. */
    static String reference(int number) {
        return String.format(Locale.ROOT, "N-%06d", number);
    }

    /** Returns the width of the sheet in pixels. */
    static int sheetWidth(int number) {
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
        JsonNode json = JSON.readTree(result);
        List<String> references = REFERENCE
                .matcher(json.toString())
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
        if (image == null) {
            return Optional.of("its result is no image");
        }
        int off = Math.abs(image.getWidth() - sheetWidth(number));
        return off <= MAX_PIXEL_DIFFERENCE
                ? Optional.empty()
                : Optional.of("its result is " + image.getWidth() + " pixels wide, its sheet " + sheetWidth(number));
    }
}
