/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.shapes;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.Map;
import java.util.Random;
import java.util.function.IntFunction;

/** Operations of producers, each with a request body and a response of the service. */
enum ShapeOperation {
    CROP("crop", Result.STREAM, Document.PDF, size -> images(size, 1)),
    CROP_TWO_IMAGES("crop", Result.STREAMS, Document.PDF, size -> images(size, 2)),
    CROP_RESPONSE("crop?output=response", Result.STREAMS, Document.PDF, size -> images(size, 2)),
    EXTRACT("extract?schema=" + Document.SCHEMA, Result.VALUE, Document.PDF, ShapeOperation::fields),
    EXTRACT_RESPONSE(
            "extract?output=response&schema=" + Document.SCHEMA, Result.VALUE, Document.PDF, ShapeOperation::fields),
    PARSE_SYNC("parseSync", Result.STREAM, Document.PDF, ShapeOperation::document),
    PARSE_ASYNC("parseAsync?webhook=http://localhost/callbacks", Result.SMALL, Document.PDF, size -> job()),
    PARSE_STATUS("parseStatus?jobId=job-1", Result.SMALL, "job-1", size -> job()),
    BALANCE("balance", Result.SMALL, "", size -> "{\"code\":200,\"msg\":\"success\",\"data\":{\"balance\":12.5}}"),
    PACKAGES("packages?apiPath=/a", Result.SMALL, "", ShapeOperation::packages),
    ADD_FIELD("addField", Result.SMALL, Map.of("name", "n"), size -> "{\"code\":200,\"result\":{\"field_id\":\"1\"}}"),
    UPDATE_TABLE("updateTable", Result.SMALL, Map.of("name", "n"), size -> "{\"code\":200,\"msg\":\"success\"}");

    /** Kind of a result. */
    enum Result {
        /** One stream. */
        STREAM,
        /** Several streams in a list or a record. */
        STREAMS,
        /** A value whose size depends on the response. */
        VALUE,
        /** A value that is always small. */
        SMALL
    }

    private final String uri;
    private final Result result;
    private final Object body;
    private final IntFunction<String> response;

    ShapeOperation(String uri, Result result, Object body, IntFunction<String> response) {
        this.uri = uri;
        this.result = result;
        this.body = body;
        this.response = response;
    }

    Result result() {
        return result;
    }

    Object body() {
        return body;
    }

    /** Returns the service's response with a payload of a size in bytes. */
    byte[] response(int size) {
        return response.apply(size).getBytes(StandardCharsets.UTF_8);
    }

    /** Returns the endpoint URI for a service that responds with payloads of a size. */
    String uri(ShapeService service, int size) {
        String address = service.address(this, size);
        return "docproc:" + uri + (uri.contains("?") ? '&' : '?') + "baseUrl=" + address + "&workflowUrl=" + address;
    }

    /** Returns the bytes of the images in a crop response. */
    static byte[] image(int size, int number) {
        byte[] bytes = new byte[size];
        new Random(size + (long) number).nextBytes(bytes);
        return bytes;
    }

    private static String images(int size, int count) {
        StringBuilder json = new StringBuilder("{\"code\":200,\"x_request_id\":\"r-1\",\"result\":{\"image_list\":[");
        for (int number = 0; number < count; number++) {
            json.append(number == 0 ? "" : ",")
                    .append("{\"angle\":0,\"image\":\"")
                    .append(Base64.getEncoder().encodeToString(image(size, number)))
                    .append("\"}");
        }
        return json.append("]}}").toString();
    }

    private static String fields(int size) {
        return "{\"code\":200,\"result\":{\"success_count\":1,\"extracted_schema\":{\"total\":\"" + "x".repeat(size)
                + "\"}}}";
    }

    private static String document(int size) {
        return "{\"code\":200,\"data\":{\"job_id\":\"j-1\",\"success_count\":1,\"markdown\":\"" + "x".repeat(size)
                + "\"}}";
    }

    private static String packages(int size) {
        return "{\"code\":200,\"data\":{\"list\":[{\"id\":7,\"tier\":\"" + "x".repeat(size) + "\"}]}}";
    }

    private static String job() {
        return "{\"code\":200,\"data\":{\"job_id\":\"job-1\",\"status\":\"completed\"}}";
    }

    /** The document that is sent. */
    static final class Document {
        static final String SCHEMA = "classpath:io/docproc/camel/shapes/schema.json";
        static final byte[] PDF = pdf();

        private Document() {}

        private static byte[] pdf() {
            byte[] bytes = Arrays.copyOf("%PDF-1.7\n".getBytes(StandardCharsets.US_ASCII), 20_000);
            Arrays.fill(bytes, 9, bytes.length, (byte) ' ');
            byte[] end = "\ntrailer << /Root 1 0 R >>\n%%EOF\n".getBytes(StandardCharsets.US_ASCII);
            System.arraycopy(end, 0, bytes, bytes.length - end.length, end.length);
            return bytes;
        }
    }
}
