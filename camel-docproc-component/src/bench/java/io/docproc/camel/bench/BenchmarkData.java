/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.bench;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Random;

/** Requests and responses of the benchmark, which are the same in every run. */
record BenchmarkData(Path directory) {
    static final int SMALL_IMAGE = 200_000;
    private static final int MEDIUM_IMAGE = 400_000;
    static final int LARGE_IMAGE = 50_000_000;
    static final int LARGE_DOCUMENT = 50_000_000;
    static final int HUGE_DOCUMENT = 500_000_000;
    private static final int PARSED_DOCUMENT = 100_000_000;
    static final int SMALL_DOCUMENT = 10_000;
    private static final int CHUNK = 3 * 16 * 1024;
    private static final String ENVELOPE =
            "{\"code\":200,\"message\":\"success\",\"version\":\"v1.0.0\",\"duration\":12,\"x_request_id\":\"r-1\",";

    /** The schema of every extraction. */
    static final String SCHEMA =
            "{\"type\":\"object\",\"properties\":{\"number\":{\"type\":\"string\",\"description\":\"invoice number\"}}}";

    Path smallImage() {
        return directory.resolve("small.jpg");
    }

    Path smallDocument() {
        return directory.resolve("small.pdf");
    }

    Path largeDocument() {
        return directory.resolve("large.pdf");
    }

    Path largeImage() {
        return directory.resolve("large.jpg");
    }

    Path hugeDocument() {
        return directory.resolve("huge.pdf");
    }

    /** Returns the file with the complete request of an extraction of the large document. */
    Path preparedExtraction() {
        return directory.resolve("ready.json");
    }

    /** Writes all files. */
    void create() throws IOException {
        write(smallImage(), jpegHead(), SMALL_IMAGE);
        write(largeImage(), jpegHead(), LARGE_IMAGE);
        write(largeDocument(), ascii("%PDF-1.7\n"), LARGE_DOCUMENT);
        write(hugeDocument(), ascii("%PDF-1.7\n"), HUGE_DOCUMENT);
        write(smallDocument(), ascii("%PDF-1.7\n"), SMALL_DOCUMENT);
        writePreparedExtraction();
        writeCropResponse("image", SMALL_IMAGE);
        writeCropResponse("medium-image", MEDIUM_IMAGE);
        writeCropResponse("large-image", LARGE_IMAGE);
        writeParseResponse("parsed", PARSED_DOCUMENT);
        Files.writeString(
                directory.resolve("extraction.json"),
                ENVELOPE + "\"status\":\"finished\",\"result\":{\"success_count\":1,\"extracted_schema\":"
                        + "{\"number\":\"4711\"}}}");
        Files.writeString(directory.resolve("parse.json"), ENVELOPE + "\"data\":{\"job_id\":\"j-1\",\"elements\":[]}}");
    }

    private void writePreparedExtraction() throws IOException {
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(preparedExtraction()))) {
            out.write(ascii("{\"file\":{\"file_name\":\"large.pdf\",\"file_base64\":\""));
            try (OutputStream unclosed = new NonClosingOutputStream(out);
                    OutputStream base64 = Base64.getEncoder().wrap(unclosed)) {
                Files.copy(largeDocument(), base64);
            }
            out.write(ascii("\"},\"schema\":" + SCHEMA + "}"));
        }
    }

    private void writeCropResponse(String name, int size) throws IOException {
        byte[] chunk = new byte[CHUNK];
        new Random(1).nextBytes(chunk);
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(directory.resolve(name + ".json")))) {
            out.write(ascii(ENVELOPE + "\"result\":{\"origin_width\":100,\"origin_height\":100,\"image_list\":["
                    + "{\"cropped_width\":90,\"cropped_height\":90,\"angle\":0,\"position\":[0,0,90,0,90,90,0,90],"
                    + "\"image\":\""));
            try (OutputStream base64 = Base64.getEncoder().wrap(new NonClosingOutputStream(out))) {
                for (int remaining = size; remaining > 0; remaining -= CHUNK) {
                    base64.write(chunk, 0, Math.min(CHUNK, remaining));
                }
            }
            out.write(ascii("\"}]}}"));
        }
    }

    /** Writes the response of a parse call with about this number of bytes. */
    void writeParseResponse(String name, int size) throws IOException {
        try (PrintStream out = new PrintStream(
                new BufferedOutputStream(Files.newOutputStream(directory.resolve(name + ".json"))),
                false,
                StandardCharsets.UTF_8)) {
            out.print(ENVELOPE + "\"data\":{\"job_id\":\"j-1\",\"success_count\":1,\"elements\":[");
            String element = "{\"page_number\":%d,\"type\":\"NarrativeText\",\"text\":\""
                    + "words of a page ".repeat(20) + "\",\"coordinates\":[0.1,0.2,0.8,0.2,0.8,0.4,0.1,0.4]}";
            int count = size / element.length();
            for (int page = 1; page <= count; page++) {
                out.print(page > 1 ? "," : "");
                out.print(element.formatted(page));
            }
            out.print("]}}");
        }
    }

    private static void write(Path file, byte[] head, int size) throws IOException {
        byte[] chunk = new byte[CHUNK];
        new Random(1).nextBytes(chunk);
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file))) {
            out.write(head);
            for (int remaining = size - head.length; remaining > 0; remaining -= CHUNK) {
                out.write(chunk, 0, Math.min(CHUNK, remaining));
            }
        }
    }

    /** Returns a JPEG header with a frame of 1000 × 1000 pixels. */
    private static byte[] jpegHead() {
        int[] head = {0xFF, 0xD8, 0xFF, 0xC0, 0, 11, 8, 0x03, 0xE8, 0x03, 0xE8, 1, 1, 0x11, 0, 0xFF, 0xDA};
        byte[] bytes = new byte[head.length];
        for (int index = 0; index < head.length; index++) {
            bytes[index] = (byte) head[index];
        }
        return bytes;
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /** Flushes instead of closing, so that an encoder can write its last bytes. */
    private static final class NonClosingOutputStream extends java.io.FilterOutputStream {
        NonClosingOutputStream(OutputStream out) {
            super(out);
        }

        @Override
        public void write(byte[] bytes, int offset, int count) throws IOException {
            out.write(bytes, offset, count);
        }

        @Override
        public void close() throws IOException {
            flush();
        }
    }
}
