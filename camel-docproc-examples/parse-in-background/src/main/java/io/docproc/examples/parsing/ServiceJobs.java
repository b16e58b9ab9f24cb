/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.parsing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What the local service tells of its jobs at {@code /_local/jobs}; the real service tells nothing.
 *
 * @param jobs as the service lists them
 * @param repetitionsDue how many callbacks the service has been told to repeat so far
 */
record ServiceJobs(List<JsonNode> jobs, long repetitionsDue) {
    private static final JsonMapper JSON = new JsonMapper();

    /** @param localService the local service's address; empty when another one is used */
    static ServiceJobs at(Optional<String> localService) throws IOException {
        List<JsonNode> jobs = new ArrayList<>();
        long repetitionsDue = 0;
        if (localService.isPresent()) {
            for (JsonNode fault : read(localService.get() + "/_local/faults")) {
                repetitionsDue += fault.path("kind").asText().equals("repeat")
                        ? fault.path("struck").asLong()
                        : 0;
            }
            read(localService.get() + "/_local/jobs").forEach(jobs::add);
        }
        return new ServiceJobs(jobs, repetitionsDue);
    }

    private static JsonNode read(String url) throws IOException {
        return JSON.readTree(URI.create(url).toURL());
    }

    /** How often this happened, to all jobs together. */
    long count(String event) {
        return jobs.stream().flatMap(ServiceJobs::events).filter(event::equals).count();
    }

    /** To how many jobs this happened. */
    long jobsWith(String event) {
        return jobs.stream().filter(job -> events(job).anyMatch(event::equals)).count();
    }

    /** Whether all callbacks are out, so that the figures do not change any more. */
    boolean settled() {
        return count("callback repeated") == repetitionsDue
                && jobs.stream().allMatch(job -> events(job).anyMatch(it -> it.startsWith("callback")));
    }

    private static Stream<String> events(JsonNode job) {
        return job.path("timeline").findValuesAsText("event").stream();
    }
}
