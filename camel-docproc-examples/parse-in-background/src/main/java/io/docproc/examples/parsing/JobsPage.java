/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.parsing;

import com.fasterxml.jackson.databind.JsonNode;
import freemarker.template.Configuration;
import freemarker.template.TemplateException;
import freemarker.template.TemplateExceptionHandler;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The page {@code index.html}: every job's time line, from the service's side and from the routes'. */
final class JobsPage {
    private final Configuration templates = new Configuration(Configuration.VERSION_2_3_34);

    /**
     * A job as the page shows it.
     *
     * @param moments in the order of time
     */
    public record Row(String document, String job, String status, List<Moment> moments) {
        /** Milliseconds from the first moment to the last. */
        public long duration() {
            return moments.isEmpty() ? 0 : moments.get(moments.size() - 1).millis();
        }
    }

    /**
     * A moment of a job.
     *
     * @param millis since the job's first moment
     * @param side {@code service} or {@code route}
     */
    public record Moment(long millis, String side, String event, String answer) {
        /** The event as a CSS class. */
        public String style() {
            return event.replace(' ', '-');
        }
    }

    private record Dated(Instant at, String side, String event, String answer) {
        private Moment since(Instant start) {
            return new Moment(Duration.between(start, at).toMillis(), side, event, answer);
        }
    }

    JobsPage() {
        templates.setClassForTemplateLoading(JobsPage.class, "/parse-in-background");
        templates.setDefaultEncoding(StandardCharsets.UTF_8.name());
        templates.setNumberFormat("computer");
        templates.setTemplateExceptionHandler(TemplateExceptionHandler.RETHROW_HANDLER);
        templates.setLogTemplateExceptions(false);
    }

    /** Writes the page in place of an earlier one. */
    void write(Path file, RunReport report, TimeLines timeLines, ServiceJobs service) throws IOException {
        StringWriter html = new StringWriter();
        try {
            templates
                    .getTemplate("index.ftlh")
                    .process(Map.of("report", report, "rows", rows(timeLines, service)), html);
        } catch (TemplateException e) {
            throw new IllegalStateException("index.ftlh: " + e.getMessage(), e);
        }
        Files.writeString(file, html.toString());
    }

    private static List<Row> rows(TimeLines timeLines, ServiceJobs service) {
        Map<String, List<TimeLines.Moment>> routes = new TreeMap<>(timeLines.all());
        List<Row> rows = new ArrayList<>();
        for (JsonNode job : service.jobs()) {
            List<TimeLines.Moment> own = routes.remove(job.path("job_id").asText());
            rows.add(row(job, own == null ? List.of() : own));
        }
        routes.forEach((id, own) -> rows.add(new Row(
                own.get(0).document(),
                id,
                last(own).event(),
                moments(own.stream().map(JobsPage::dated)))));
        rows.sort(Comparator.comparing(Row::document));
        return rows;
    }

    private static Row row(JsonNode job, List<TimeLines.Moment> own) {
        List<Dated> all = new ArrayList<>(own.stream().map(JobsPage::dated).toList());
        job.path("timeline").forEach(it -> all.add(dated(it)));
        return new Row(
                job.path("file_name").asText(),
                job.path("job_id").asText(),
                job.path("status").asText(),
                moments(all.stream()));
    }

    private static TimeLines.Moment last(List<TimeLines.Moment> moments) {
        return moments.get(moments.size() - 1);
    }

    private static Dated dated(TimeLines.Moment moment) {
        return new Dated(moment.at(), "route", moment.event(), "");
    }

    private static Dated dated(JsonNode moment) {
        return new Dated(
                Instant.parse(moment.path("at").asText()),
                "service",
                moment.path("event").asText(),
                moment.path("answer").asText());
    }

    private static List<Moment> moments(Stream<Dated> dated) {
        List<Dated> sorted = dated.sorted(Comparator.comparing(Dated::at)).toList();
        return sorted.stream().map(it -> it.since(sorted.get(0).at())).toList();
    }
}
