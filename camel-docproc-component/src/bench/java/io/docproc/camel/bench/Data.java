/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.bench;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Random;

/** Documents and responses of the benchmark, which are the same in each run. */
record Data(Path directory) {
    static final int IMAGE_SIZE = 200_000;
    static final int DOCUMENT_SIZE = 50_000_000;
    static final int RESULT_SIZE = 300_000_000;

    static final String CROP = "/ai/service/v1/crop_enhance_image";
    static final String EXTRACT = "/ai/service/v3/entity_extraction";
    static final String PARSE = "/api/v1/xparse/parse/sync";
    static final String SCHEMA =
            "{\"type\":\"object\",\"properties\":{\"number\":{\"type\":\"string\",\"description\":\"invoice number\"}}}";

    private static final String ENVELOPE =
            "{\"code\":200,\"message\":\"success\",\"version\":\"v1.0.0\",\"duration\":12,\"x_request_id\":\"r-1\",";
    private static final String ELEMENT = "{\"page_number\":1,\"type\":\"NarrativeText\",\"text\":\""
            + "words of a page ".repeat(20) + "\",\"coordinates\":[0.1,0.2,0.8,0.2,0.8,0.4,0.1,0.4]}";
    static final int ELEMENTS = RESULT_SIZE / (ELEMENT.length() + 1);

    /** Header of a JPEG with a frame of 1000 × 1000 pixels. */
    private static final byte[] JPEG_HEADER = Base64.getDecoder().decode("/9j/wAALCAPoA+gBAREA/9oACAEBAAA/AA==");

    Path image() {
        return directory.resolve("image.jpg");
    }

    Path document() {
        return directory.resolve("document.pdf");
    }

    /** Returns the complete request of an extraction of the document. */
    Path extractionRequest() {
        return directory.resolve("extraction-request.json");
    }

    /** Returns the response that the service returns below {@code /response/<name>}. */
    Path response(String name) {
        return directory.resolve(name + ".response.json");
    }

    void create() throws IOException {
        byte[] image = random(JPEG_HEADER, IMAGE_SIZE);
        Files.write(image(), image);
        byte[] document = random(ascii("%PDF-1.7\n"), DOCUMENT_SIZE);
        Files.write(document(), document);
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(extractionRequest()))) {
            out.write(ascii("{\"file\":{\"file_name\":\"document.pdf\",\"file_base64\":\""));
            out.write(Base64.getEncoder().encode(document));
            out.write(ascii("\"},\"schema\":" + SCHEMA + "}"));
        }
        Files.writeString(
                response("crop"),
                ENVELOPE
                        + "\"result\":{\"origin_width\":100,\"origin_height\":100,\"image_list\":[{\"cropped_width\":90,"
                        + "\"cropped_height\":90,\"angle\":0,\"position\":[0,0,90,0,90,90,0,90],\"image\":\""
                        + Base64.getEncoder().encodeToString(image) + "\"}]}}");
        Files.writeString(
                response("extract"),
                ENVELOPE + "\"status\":\"finished\",\"result\":{\"success_count\":1,\"extracted_schema\":"
                        + "{\"number\":\"4711\"}}}");
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(response("parse")))) {
            out.write(ascii(ENVELOPE + "\"data\":{\"job_id\":\"j-1\",\"success_count\":1,\"elements\":[" + ELEMENT));
            byte[] next = ascii("," + ELEMENT);
            for (int element = 1; element < ELEMENTS; element++) {
                out.write(next);
            }
            out.write(ascii("]}}"));
        }
    }

    private static byte[] random(byte[] header, int size) {
        byte[] content = new byte[size];
        new Random(1).nextBytes(content);
        System.arraycopy(header, 0, content, 0, header.length);
        return content;
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
