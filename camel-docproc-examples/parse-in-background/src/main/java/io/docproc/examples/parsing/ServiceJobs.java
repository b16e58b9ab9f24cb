/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.parsing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.docproc.examples.parsing.JobEvents.JobEvent;
import java.io.IOException;
import java.net.URI;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Jobs of the local service, as {@code /_local/jobs} lists them; empty for another service.
 *
 * @param events of all jobs
 * @param statuses of the jobs, by their ids
 * @param dueDuplicates number of callbacks that the service has to send twice so far
 */
record ServiceJobs(List<JobEvent> events, Map<String, String> statuses, long dueDuplicates) {
    private static final JsonMapper JSON = new JsonMapper();

    /** @param localService base URL of the local service; empty for another service */
    static ServiceJobs of(Optional<String> localService) throws IOException {
        List<JobEvent> events = new ArrayList<>();
        Map<String, String> statuses = new TreeMap<>();
        long dueDuplicates = 0;
        if (localService.isPresent()) {
            for (JsonNode fault : read(localService.get() + "/_local/faults")) {
                dueDuplicates += fault.path("kind").asText().equals("duplicate")
                        ? fault.path("applied").asLong()
                        : 0;
            }
            for (JsonNode job : read(localService.get() + "/_local/jobs")) {
                String id = job.path("job_id").asText();
                statuses.put(id, job.path("status").asText());
                job.path("timeline")
                        .forEach(event -> events.add(new JobEvent(
                                job.path("file_name").asText(),
                                id,
                                Instant.parse(event.path("at").asText()).toEpochMilli(),
                                "service",
                                event.path("event").asText(),
                                event.path("detail").asText())));
            }
        }
        return new ServiceJobs(events, statuses, dueDuplicates);
    }

    private static JsonNode read(String url) throws IOException {
        return JSON.readTree(URI.create(url).toURL());
    }

    /** Returns the number of events of a kind. */
    long count(String event) {
        return events.stream().filter(it -> it.event().equals(event)).count();
    }

    /** Returns the number of jobs with an event whose name begins with a prefix. */
    long jobsWith(String prefix) {
        return events.stream()
                .filter(event -> event.event().startsWith(prefix))
                .map(JobEvent::job)
                .distinct()
                .count();
    }

    /** Returns true if all callbacks were sent, so that the figures do not change any more. */
    boolean isSettled() {
        return count("callback duplicated") == dueDuplicates && jobsWith("callback") == statuses.size();
    }
}
