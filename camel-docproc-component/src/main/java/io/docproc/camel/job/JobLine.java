/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.job;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.docproc.camel.model.ModelJson;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;

/** Line of JSON in a {@link FileJobRepository}, which replaces earlier lines of the same job. */
sealed interface JobLine {

    /** Returns the id of the job. */
    String jobId();

    /** Returns the line with its line feed. */
    byte[] toBytes();

    /** Line of an open job. */
    record Open(SubmittedJob job) implements JobLine {
        @Override
        public String jobId() {
            return job.jobId();
        }

        @Override
        public byte[] toBytes() {
            return line(object().put("jobId", job.jobId())
                    .put("correlationId", job.correlationId())
                    .put("path", job.path())
                    .put("submittedAt", job.submittedAt().toString())
                    .put("pollCount", job.pollCount())
                    .put("failureCount", job.failureCount())
                    .put("waitingSince", job.waitingSince().toString()));
        }
    }

    /** Line of a completed job. */
    record Completed(String jobId, Instant keepUntil) implements JobLine {
        @Override
        public byte[] toBytes() {
            return line(object().put("jobId", jobId).put("keepUntil", keepUntil.toString()));
        }
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
            JsonNode json = ModelJson.parse(line);
            String jobId = json.required("jobId").asText();
            return json.has("keepUntil")
                    ? new Completed(jobId, instant(json, "keepUntil"))
                    : new Open(job(jobId, json));
        } catch (JsonProcessingException | DateTimeException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    private static SubmittedJob job(String jobId, JsonNode json) {
        Instant submittedAt = instant(json, "submittedAt");
        boolean unchanged = json.required("waitingSince").equals(json.required("submittedAt"));
        return new SubmittedJob(
                jobId,
                json.required("correlationId").asText(),
                // One instance for all jobs, because many jobs fill the heap.
                json.required("path").asText().intern(),
                submittedAt,
                json.required("pollCount").asInt(),
                json.required("failureCount").asInt(),
                unchanged ? submittedAt : instant(json, "waitingSince"));
    }

    private static Instant instant(JsonNode json, String name) {
        return Instant.parse(json.required(name).asText());
    }
}
