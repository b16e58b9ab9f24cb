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
 * Jobs of the local service, as {@code /_local/jobs} lists them; empty for the real service.
 *
 * @param jobs as the service lists them
 * @param duplicatesDue number of callbacks that the service has to send twice so far
 */
record ServiceJobs(List<JsonNode> jobs, long duplicatesDue) {
    private static final JsonMapper JSON = new JsonMapper();

    /** @param localService the local service's address; empty when another one is used */
    static ServiceJobs at(Optional<String> localService) throws IOException {
        List<JsonNode> jobs = new ArrayList<>();
        long duplicatesDue = 0;
        if (localService.isPresent()) {
            for (JsonNode fault : read(localService.get() + "/_local/faults")) {
                duplicatesDue += fault.path("kind").asText().equals("repeat")
                        ? fault.path("struck").asLong()
                        : 0;
            }
            read(localService.get() + "/_local/jobs").forEach(jobs::add);
        }
        return new ServiceJobs(jobs, duplicatesDue);
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
        return count("callback repeated") == duplicatesDue
                && jobs.stream().allMatch(job -> events(job).anyMatch(it -> it.startsWith("callback")));
    }

    private static Stream<String> events(JsonNode job) {
        return job.path("timeline").findValuesAsText("event").stream();
    }
}
