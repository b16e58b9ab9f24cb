/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.parsing;

import io.docproc.examples.parsing.JobEvents.JobEvent;
import io.docproc.examples.support.HtmlPage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The page {@code index.html}: the timeline of each job, with the events of the service and of the routes. */
final class JobsPage {
    private JobsPage() {}

    /** A job and its events in the order of their time. */
    public record Row(String document, String job, String status, List<JobEvent> events) {}

    static void write(Path file, RunReport report, JobEvents routes, ServiceJobs service) throws IOException {
        Map<String, List<JobEvent>> jobs = Stream.concat(service.events().stream(), routes.all().stream())
                .sorted(Comparator.comparingLong(JobEvent::millis))
                .collect(Collectors.groupingBy(JobEvent::job));
        List<Row> rows = jobs.values().stream()
                .map(events -> row(events, service))
                .sorted(Comparator.comparing(Row::document))
                .toList();
        HtmlPage.write(file, "parse-in-background/index.ftlh", Map.of("report", report, "rows", rows));
    }

    private static Row row(List<JobEvent> events, ServiceJobs service) {
        JobEvent last = events.get(events.size() - 1);
        return new Row(last.document(), last.job(), service.statuses().getOrDefault(last.job(), last.event()), events);
    }
}
