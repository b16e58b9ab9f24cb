/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.quickstart;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A job with folders of its own. */
final class JobFixture {
    static final Path SAMPLES = Path.of("../shared/samples").toAbsolutePath().normalize();
    private static final JsonMapper JSON = new JsonMapper();

    private final Map<String, String> properties = new HashMap<>();
    private final ByteArrayOutputStream console = new ByteArrayOutputStream();
    private final Path folder;

    JobFixture(Path folder) throws IOException {
        this.folder = folder;
        Files.createDirectories(inbox());
        properties.put("docproc.home", Path.of("").toAbsolutePath().toString());
        properties.put("docproc.inbox", inbox().toString());
        properties.put("docproc.outbox", outbox("").toString());
        properties.put("docproc.failed", failed("").toString());
        properties.put("docproc.state", folder.resolve("state").toString());
    }

    JobFixture with(String property, String value) {
        properties.put(property, value);
        return this;
    }

    JobFixture account(String baseUrl, String appId, String secretCode) {
        return with("docproc.baseUrl", baseUrl)
                .with("docproc.requestsPerSecond", "0")
                .with("camel.component.docproc.app-id", appId)
                .with("camel.component.docproc.secret-code", secretCode);
    }

    Job job() {
        return new Job(properties, new PrintStream(console, true, StandardCharsets.UTF_8));
    }

    boolean run() throws Exception {
        return job().run();
    }

    String console() {
        return console.toString(StandardCharsets.UTF_8);
    }

    Path inbox() {
        return folder.resolve("in box");
    }

    Path outbox(String name) {
        return folder.resolve("out box").resolve(name);
    }

    Path failed(String name) {
        return folder.resolve("failed").resolve(name);
    }

    String note(String name) throws IOException {
        return Files.readString(failed(name + ".error.txt"));
    }

    String report() throws IOException {
        return Files.readString(outbox("index.html"));
    }

    JobFixture drop(String name, String text) throws IOException {
        Files.writeString(inbox().resolve(name), text);
        return this;
    }

    JobFixture dropSample(String sample, String name) throws IOException {
        Files.copy(SAMPLES.resolve(sample), inbox().resolve(name));
        return this;
    }

    JsonNode fields(String document) throws IOException {
        return json(outbox(document + ".json"));
    }

    static JsonNode json(Path file) throws IOException {
        return JSON.readTree(file.toFile());
    }

    /** The names of the files in a folder, those that are hidden left out. */
    static List<String> names(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(Files::isRegularFile)
                    .map(file -> file.getFileName().toString())
                    .filter(name -> !name.startsWith("."))
                    .sorted()
                    .toList();
        }
    }
}
