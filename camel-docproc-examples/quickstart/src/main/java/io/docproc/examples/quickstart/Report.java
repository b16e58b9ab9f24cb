/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.quickstart;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.docproc.examples.support.HtmlPage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The page {@code index.html} in the outbox: each photo beside its page, each document with its fields. */
final class Report {
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .build();

    private Report() {}

    /** Writes the report of all documents in the outbox, and returns the file. */
    static Path write(Path outbox) throws IOException {
        List<Map<String, Object>> photos = new ArrayList<>();
        List<Map<String, Object>> documents = new ArrayList<>();
        for (String name : files(outbox.resolve("originals"))) {
            Path fields = outbox.resolve(name + ".json");
            if (Files.exists(fields)) {
                documents.add(Map.of("name", name, "fields", text(JSON.readTree(fields.toFile()))));
            } else {
                photos.add(Map.of("name", name, "pages", pages(outbox, name)));
            }
        }
        List<Map<String, Object>> failures = new ArrayList<>();
        for (String name : files(outbox.resolve("failed"))) {
            Path note = outbox.resolve("failed").resolve(name + ".error.txt");
            if (Files.exists(note)) {
                failures.add(Map.of("name", name, "note", Files.readString(note)));
            }
        }
        Path page = Files.createDirectories(outbox).resolve("index.html");
        HtmlPage.write(
                page, "report/index.ftlh", Map.of("failures", failures, "photos", photos, "documents", documents));
        return page;
    }

    private static List<String> files(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile)
                    .map(file -> folder.relativize(file).toString().replace('\\', '/'))
                    .sorted()
                    .toList();
        }
    }

    private static List<String> pages(Path outbox, String name) {
        return Stream.iterate(0, index -> index + 1)
                .map(index -> name + "." + index + ".jpg")
                .takeWhile(page -> Files.exists(outbox.resolve(page)))
                .toList();
    }

    /** Returns maps, lists and texts, so that the template prints each number as the service has written it. */
    private static Object text(JsonNode value) {
        if (value.isObject()) {
            Map<String, Object> members = new LinkedHashMap<>();
            value.properties().forEach(member -> members.put(member.getKey(), text(member.getValue())));
            return members;
        }
        if (value.isArray()) {
            List<Object> items = new ArrayList<>();
            value.forEach(item -> items.add(text(item)));
            return items;
        }
        return value.isNull() ? "" : value.asText();
    }
}
