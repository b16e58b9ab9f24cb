/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.job;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.docproc.camel.model.ModelJson;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Line of JSON in a {@link FileJobRepository}.
 *
 * @param jobId id of the job
 * @param open the job; empty if it is completed
 * @param keepUntil expiry of the completed job; empty if it is open
 */
record JobLine(String jobId, Optional<SubmittedJob> open, Optional<Instant> keepUntil) {

    /** Returns the line of an open job. */
    static byte[] ofOpen(SubmittedJob job) {
        return line(object()
                .put("jobId", job.jobId())
                .put("correlationId", job.correlationId())
                .put("path", job.path())
                .put("submittedAt", job.submittedAt().toString())
                .put("pollCount", job.pollCount())
                .put("failureCount", job.failureCount())
                .put("waitingSince", job.waitingSince().toString()));
    }

    /** Returns the line of a completed job. */
    static byte[] ofCompleted(String jobId, Instant keepUntil) {
        return line(object().put("jobId", jobId).put("keepUntil", keepUntil.toString()));
    }

    private static ObjectNode object() {
        return ModelJson.mapper().createObjectNode();
    }

    private static byte[] line(ObjectNode json) {
        return (json + "\n").getBytes(StandardCharsets.UTF_8);
    }

    /**
     * Parses a line.
     *
     * @throws IllegalArgumentException if it is not the line of a job
     */
    static JobLine parse(String line) {
        try {
            Map<String, String> fields = fields(line);
            String jobId = required(fields, "jobId");
            return fields.containsKey("keepUntil")
                    ? new JobLine(jobId, Optional.empty(), Optional.of(instant(fields, "keepUntil")))
                    : new JobLine(jobId, Optional.of(job(jobId, fields)), Optional.empty());
        } catch (IOException | DateTimeException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    /** Returns the fields of an object. A tree of nodes would take twice the time at a start with many jobs. */
    private static Map<String, String> fields(String line) throws IOException {
        Map<String, String> fields = new HashMap<>();
        try (JsonParser parser = ModelJson.mapper().createParser(line)) {
            boolean isObject = parser.nextToken() == JsonToken.START_OBJECT;
            for (String name = parser.nextFieldName(); isObject && name != null; name = parser.nextFieldName()) {
                parser.nextToken();
                fields.put(name, parser.getText());
            }
            if (parser.currentToken() != JsonToken.END_OBJECT || parser.nextToken() != null) {
                throw new IllegalArgumentException("the line is not one JSON object");
            }
        }
        return fields;
    }

    private static SubmittedJob job(String jobId, Map<String, String> fields) {
        Instant submittedAt = instant(fields, "submittedAt");
        boolean unchanged = required(fields, "waitingSince").equals(fields.get("submittedAt"));
        return new SubmittedJob(
                jobId,
                required(fields, "correlationId"),
                // One instance for all jobs, because many jobs fill the heap.
                required(fields, "path").intern(),
                submittedAt,
                Integer.parseInt(required(fields, "pollCount")),
                Integer.parseInt(required(fields, "failureCount")),
                unchanged ? submittedAt : instant(fields, "waitingSince"));
    }

    private static Instant instant(Map<String, String> fields, String name) {
        return Instant.parse(required(fields, name));
    }

    private static String required(Map<String, String> fields, String name) {
        String value = fields.get(name);
        if (value == null) {
            throw new IllegalArgumentException("the field " + name + " is missing");
        }
        return value;
    }
}
