/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.stream.Stream;

/** A local service on a free port with a client for it. */
final class RunningService implements AutoCloseable {
    static final String CROP = "/ai/service/v1/crop_enhance_image";
    static final String EXTRACT = "/ai/service/v3/entity_extraction";
    static final String PARSE = "/api/v1/xparse/parse/sync";
    static final String PARSE_ASYNC = "/api/v1/xparse/parse/async";
    static final String BALANCE = "/user/finance/balance";
    static final String PACKAGES = "/user/finance/package";
    static final String ADD_FIELD = "/api/app-api/sip/platform/v2/category/fields/add";
    static final String UPDATE_TABLE = "/api/app-api/sip/platform/v2/category/tables/update";
    static final String FAULTS = "/_local/faults";
    static final String CALLS = "/_local/calls";
    static final String JOBS = "/_local/jobs";
    static final String TOP_UP = "/_local/top-up";

    private static final JsonMapper JSON = new JsonMapper();

    private final HttpClient client = HttpClient.newHttpClient();
    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final Path temporaryFolder;
    private final LocalService service;

    /** Response of the service; the JSON is missing if it has another media type. */
    record Response(int status, HttpHeaders headers, String text, JsonNode json) {
        int code() {
            return json.path("code").asInt();
        }
    }

    RunningService(Path temporaryFolder, LocalServiceOptions options, DocumentProcessors work) throws IOException {
        this(temporaryFolder, options, it -> new LocalService(it, work));
    }

    private RunningService(
            Path temporaryFolder, LocalServiceOptions options, Function<LocalServiceOptions, LocalService> create)
            throws IOException {
        this.temporaryFolder = temporaryFolder;
        this.service = create.apply(
                        options.port(0).temporaryFolder(temporaryFolder).callLines(lines::add))
                .start();
    }

    /** Starts a service with the default processors. */
    static RunningService real(Path temporaryFolder) throws IOException {
        return new RunningService(temporaryFolder, new LocalServiceOptions(), LocalService::new);
    }

    static RunningService echoing(Path temporaryFolder, LocalServiceOptions options) throws IOException {
        return new RunningService(temporaryFolder, options, FakeProcessors.echo());
    }

    Response get(String path) throws Exception {
        return send(signed(path).GET());
    }

    Response post(String path, String contentType, BodyPublisher body) throws Exception {
        return send(signed(path).header("Content-Type", contentType).POST(body));
    }

    Response postJson(String path, String json) throws Exception {
        return post(path, "application/json", BodyPublishers.ofString(json));
    }

    Response crop(String query, byte[] document) throws Exception {
        return post(CROP + query, "application/octet-stream", BodyPublishers.ofByteArray(document));
    }

    /** Submits a parse job and returns its id. */
    String submit(ParseForm form) throws Exception {
        Response reply = post(PARSE_ASYNC, ParseForm.CONTENT_TYPE, form.body());
        assertThat(reply.code()).as(reply.text()).isEqualTo(200);
        return reply.json().at("/data/job_id").asText();
    }

    /** Waits until a job is completed or failed, and returns the status response. */
    JsonNode awaitTerminal(String jobId) {
        return await().until(() -> get(PARSE_ASYNC + "/" + jobId).json(), it -> List.of("completed", "failed")
                .contains(it.at("/data/status").asText()));
    }

    /** Returns the events of a job. */
    List<String> events(String jobId) throws Exception {
        for (JsonNode job : get(JOBS).json()) {
            if (job.path("job_id").asText().equals(jobId)) {
                return job.path("timeline").findValuesAsText("event");
            }
        }
        return List.of();
    }

    Response putFaults(String json) throws Exception {
        return send(request(FAULTS).PUT(BodyPublishers.ofString(json)));
    }

    Response topUp(String json) throws Exception {
        return send(request(TOP_UP).POST(BodyPublishers.ofString(json)));
    }

    HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(service.baseUrl() + path)).timeout(Duration.ofSeconds(60));
    }

    HttpRequest.Builder signed(String path) {
        return request(path).header("x-ti-app-id", "local-app").header("x-ti-secret-code", "local-secret");
    }

    Response send(HttpRequest.Builder request) throws Exception {
        HttpResponse<String> response = client.send(request.build(), HttpResponse.BodyHandlers.ofString());
        boolean json = response.headers()
                .firstValue("Content-Type")
                .filter("application/json"::equals)
                .isPresent();
        return new Response(
                response.statusCode(),
                response.headers(),
                response.body(),
                json ? JSON.readTree(response.body()) : JSON.missingNode());
    }

    /** Returns the counts of an operation. */
    JsonNode calls(String operation) throws Exception {
        return get(CALLS).json().path(operation);
    }

    /** Returns the temporary files. */
    List<Path> temporaryFiles() {
        return files(temporaryFolder.toFile()).toList();
    }

    /** Returns the files of a folder; none if it is deleted concurrently. */
    private static Stream<Path> files(File folder) {
        return Stream.ofNullable(folder.listFiles())
                .flatMap(Stream::of)
                .flatMap(file -> file.isDirectory() ? files(file) : Stream.of(file.toPath()));
    }

    List<String> lines() {
        return lines;
    }

    LocalService service() {
        return service;
    }

    Path temporaryFolder() {
        return temporaryFolder;
    }

    @Override
    public void close() {
        service.close();
    }
}
