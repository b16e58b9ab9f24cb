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
 * A document that was made for an endurance run. No other has its content, so that its result can be told from theirs.
 *
 * @param number unique to it
 * @param file where it was made
 */
record MadeDocument(int number, Kind kind, Path file) {
    private static final Pattern REFERENCE = Pattern.compile("N-\\d{6}");
    private static final ObjectReader JSON =
            new JsonMapper().reader().with(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
    private static final int PIXELS_OFF = 8;

    /** What can become of it. */
    enum Kind {
        /** Its text names its reference. */
        TEXT,
        /** A sheet on a dark table; no other is as wide. */
        PHOTO,
        /** Nobody can read it: it has to fail. */
        BROKEN
    }

    String name() {
        return file.getFileName().toString();
    }

    /** What stands in its text, and in that of no other. */
    static String reference(int number) {
        return String.format(Locale.ROOT, "N-%06d", number);
    }

    /** The width of its sheet, pixels. */
    static int sheetWidth(int number) {
        return 240 + 20 * (number % 40);
    }

    /** The same, as something that cannot be sent. */
    MadeDocument spoilt() {
        return new MadeDocument(number, Kind.BROKEN, file);
    }

    /** What is wrong with its result, if anything is. */
    Optional<String> complaint(byte[] result) {
        try {
            return switch (kind) {
                case TEXT -> complaintOfJson(result);
                case PHOTO -> complaintOfImage(result);
                case BROKEN -> Optional.of("nobody can read it, and it has a result");
            };
        } catch (IOException e) {
            return Optional.of("its result cannot be read: " + e.getMessage());
        }
    }

    private Optional<String> complaintOfJson(byte[] result) throws IOException {
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

    private Optional<String> complaintOfImage(byte[] result) throws IOException {
        BufferedImage image = ImageIO.read(new ByteArrayInputStream(result));
        if (image == null) {
            return Optional.of("its result is no image");
        }
        int off = Math.abs(image.getWidth() - sheetWidth(number));
        return off <= PIXELS_OFF
                ? Optional.empty()
                : Optional.of("its result is " + image.getWidth() + " pixels wide, its sheet " + sheetWidth(number));
    }
}
