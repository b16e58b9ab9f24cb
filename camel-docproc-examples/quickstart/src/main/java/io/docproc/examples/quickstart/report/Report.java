/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.quickstart.report;

import com.fasterxml.jackson.databind.json.JsonMapper;
import io.docproc.camel.model.ExtractResponse;
import io.docproc.camel.model.ExtractResult;
import io.docproc.camel.model.ModelJson;
import io.docproc.examples.quickstart.Outcome;
import io.docproc.examples.support.HtmlPage;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/** The page {@code index.html} in the outbox: each photo beside its page, each document with its fields. */
public final class Report {
    private static final JsonMapper JSON = new JsonMapper();
    private static final DateTimeFormatter DATE = DateTimeFormatter.ofPattern("d MMMM yyyy, HH:mm", Locale.ENGLISH);

    private Report() {}

    /**
     * A document with its fields.
     *
     * @param fields by their names: text, a nested map or a list
     * @param locations locations of the values, in the order of their numbers
     * @param pages number, width, height and image of each page that can be shown
     */
    public record Document(
            Outcome outcome, Object fields, List<ValueLocation> locations, List<Map<String, Object>> pages) {}

    /**
     * A photo and its pages.
     *
     * @param image file in the outbox; empty if a browser cannot show the photo
     */
    public record Photo(Outcome outcome, String image) {}

    /**
     * Writes the report of all documents in the outbox.
     *
     * @return the file
     */
    public static Path write(Path outbox) throws IOException {
        PageImages images = new PageImages(outbox);
        List<Outcome> failures = new ArrayList<>();
        List<Photo> photos = new ArrayList<>();
        List<Document> documents = new ArrayList<>();
        for (Outcome outcome : outcomes(outbox.resolve("report"))) {
            if (!outcome.isSuccessful()) {
                failures.add(outcome);
            } else if (outcome.operation().equals("crop")) {
                photos.add(new Photo(outcome, images.photo(outcome.document()).orElse("")));
            } else {
                documents.add(document(outcome, outbox, images));
            }
        }
        Path file = outbox.resolve("index.html");
        String date = DATE.format(LocalDateTime.now(ZoneId.systemDefault()));
        HtmlPage.write(
                file,
                "report/index.ftlh",
                Map.of("date", date, "failures", failures, "photos", photos, "documents", documents));
        return file;
    }

    private static List<Outcome> outcomes(Path folder) throws IOException {
        List<Outcome> outcomes = new ArrayList<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.filter(name -> name.toString().endsWith(".outcome.json"))
                    .sorted()
                    .toList()) {
                outcomes.add(JSON.readValue(file.toFile(), Outcome.class));
            }
        }
        return outcomes;
    }

    private static Document document(Outcome outcome, Path outbox, PageImages images) throws IOException {
        Path response = outbox.resolve("report").resolve(outcome.document() + ".response.json");
        ExtractResult result = ModelJson.mapper()
                .readValue(response.toFile(), ExtractResponse.class)
                .result();
        List<ValueLocation> locations = ValueLocation.of(result);
        List<Map<String, Object>> pages = new ArrayList<>();
        result.pages().forEach(page -> {
            int number = page.pageNumber();
            if (locations.stream().anyMatch(location -> location.isOn(number))) {
                images.page(outcome.document(), number)
                        .ifPresent(image -> pages.add(Map.of(
                                "number", number, "width", page.width(), "height", page.height(), "image", image)));
            }
        });
        return new Document(outcome, text(result.fields()), locations, pages);
    }

    /** Returns numbers as text, so that the template prints each as the service has written it. */
    private static Object text(Object value) {
        if (value instanceof Map<?, ?> group) {
            Map<String, Object> texts = new LinkedHashMap<>();
            group.forEach((name, member) -> texts.put(String.valueOf(name), text(member)));
            return texts;
        }
        if (value instanceof List<?> list) {
            return list.stream().map(Report::text).toList();
        }
        if (value instanceof BigDecimal number) {
            return number.toPlainString();
        }
        return value == null ? "" : value.toString();
    }
}
