/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.quickstart.report;

import freemarker.template.Configuration;
import freemarker.template.Template;
import freemarker.template.TemplateException;
import freemarker.template.TemplateExceptionHandler;
import io.docproc.examples.quickstart.Outcome;
import io.docproc.examples.quickstart.OutcomeStore;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The page {@code index.html} in the outbox: every photo beside its page, every document with its fields. */
public final class Report {
    private static final String TEMPLATE = "index.ftlh";
    private static final DateTimeFormatter DAY_AND_TIME =
            DateTimeFormatter.ofPattern("d MMMM yyyy, HH:mm", Locale.ENGLISH).withZone(ZoneId.systemDefault());

    private final Path outbox;
    private final OutcomeStore outcomes;
    private final Configuration templates;

    /**
     * A report that is not written yet.
     *
     * @param outbox where results are and the report goes
     * @param outcomes what became of all documents, of earlier runs too
     */
    public Report(Path outbox, OutcomeStore outcomes) {
        this.outbox = outbox;
        this.outcomes = outcomes;
        this.templates = new Configuration(Configuration.VERSION_2_3_34);
        templates.setClassForTemplateLoading(Report.class, "/report");
        templates.setDefaultEncoding(StandardCharsets.UTF_8.name());
        templates.setNumberFormat("computer");
        templates.setTemplateExceptionHandler(TemplateExceptionHandler.RETHROW_HANDLER);
        templates.setLogTemplateExceptions(false);
    }

    /**
     * Writes the report of all that is in the outbox, in place of an earlier one.
     *
     * @return the file
     */
    public Path write() throws IOException {
        Path file = outbox.resolve("index.html");
        Template template = templates.getTemplate(TEMPLATE);
        StringWriter html = new StringWriter();
        try {
            template.process(model(), html);
        } catch (TemplateException e) {
            throw new IllegalStateException(TEMPLATE, e);
        }
        OutcomeStore.write(file, html.toString());
        return file;
    }

    private Map<String, Object> model() throws IOException {
        List<Outcome> all = outcomes.all();
        Views views = new Views(outbox);
        List<DocumentView> documents = all.stream()
                .filter(it -> is(it, "extract"))
                .map(views::document)
                .toList();
        return Map.of(
                "made", DAY_AND_TIME.format(Instant.now()),
                "crops",
                        all.stream()
                                .filter(it -> is(it, "crop"))
                                .map(views::crop)
                                .toList(),
                "documents", documents,
                "values",
                        documents.stream().mapToLong(it -> it.fields().found()).sum(),
                "failures",
                        all.stream()
                                .filter(it -> !it.succeeded())
                                .map(Views::failure)
                                .toList());
    }

    private static boolean is(Outcome outcome, String operation) {
        return outcome.succeeded() && outcome.operation().equals(operation);
    }
}
