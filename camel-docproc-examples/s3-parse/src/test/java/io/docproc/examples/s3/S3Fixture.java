/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.s3;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.docproc.examples.support.LocalPort;
import io.docproc.local.LocalService;
import io.docproc.local.LocalServiceOptions;
import io.docproc.local.fault.FaultDefinition;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.S3Object;

/** Runs with a home and buckets of their own, on a service that goes on when a run ends. */
final class S3Fixture implements AutoCloseable {
    private static final String NOTE = ".error.txt";
    private static final JsonMapper JSON = new JsonMapper();

    private final Map<String, String> properties = new HashMap<>();
    private final ByteArrayOutputStream console = new ByteArrayOutputStream();
    private final List<String> calls = new CopyOnWriteArrayList<>();
    private final Path home;
    private final LocalService service;
    private final S3Store store;

    /** @param faults of the service, as {@link FaultDefinition} takes them */
    S3Fixture(Path home, URI endpoint, String... faults) throws IOException {
        this.home = home;
        String unique = UUID.randomUUID().toString();
        S3Buckets buckets = new S3Buckets("inbox-" + unique, "archive-" + unique, "results-" + unique);
        store = store(endpoint, buckets);
        store.makeBuckets();
        service = new LocalService(new LocalServiceOptions()
                        .port(0)
                        .temporaryFolder(home)
                        .callLines(calls::add)
                        .faults(Stream.of(faults).map(FaultDefinition::parse).toList()))
                .start();
        with("s3.endpoint", endpoint.toString());
        with("s3.inbox", buckets.inbox());
        with("s3.archive", buckets.archive());
        with("s3.results", buckets.results());
        service(service.baseUrl());
    }

    /** Returns a line for each call of the service: operation, code, milliseconds. */
    List<String> calls() {
        return calls;
    }

    private void service(String baseUrl) throws IOException {
        int port = LocalPort.free();
        with("docproc.home", home.toString());
        with("docproc.baseUrl", baseUrl);
        with("docproc.requestsPerSecond", "0");
        with("docproc.publicUrl", "http://127.0.0.1:" + port);
        with("docproc.port", String.valueOf(port));
        with("docproc.pollAfter", "400");
        with("docproc.resumePeriod", "200");
        with("camel.component.docproc.app-id", "local-app");
        with("camel.component.docproc.secret-code", "local-secret");
        with("camel.component.docproc.callback-secret", "no-secret-but-long-enough");
    }

    S3Fixture with(String property, String value) {
        properties.put(property, value);
        return this;
    }

    /** Selects the routes in YAML or XML. */
    S3Fixture dsl(String dsl) {
        return with("docproc.dsl", dsl);
    }

    S3Store store() {
        return store;
    }

    boolean run() throws Exception {
        PrintStream out = new PrintStream(console, true, StandardCharsets.UTF_8);
        return new S3Run(properties, out).run();
    }

    String console() {
        return console.toString(StandardCharsets.UTF_8);
    }

    /** A run in a process of its own. */
    Process start(Path output, String... jvmOptions) throws IOException {
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        command.addAll(List.of(jvmOptions));
        command.add("-Djava.io.tmpdir=" + home);
        command.add("-cp");
        command.add(System.getProperty("java.class.path"));
        properties.forEach((name, value) -> command.add("-D" + name + "=" + value));
        command.add(Main.class.getName());
        ProcessBuilder process = new ProcessBuilder(command);
        process.environment().putAll(Map.of("AWS_ACCESS_KEY_ID", "local", "AWS_SECRET_ACCESS_KEY", "local"));
        return process.redirectErrorStream(true)
                .redirectOutput(new File(output.toString()))
                .start();
    }

    /** Returns the buckets of a server that accepts any credentials. */
    static S3Store store(URI endpoint, S3Buckets buckets) {
        return new S3Store(
                S3Client.builder()
                        .endpointOverride(endpoint)
                        .forcePathStyle(true)
                        .region(Region.US_EAST_1)
                        .build(),
                buckets);
    }

    void put(String key, String text) {
        put(store, key, text);
    }

    static void put(S3Store store, String key, String text) {
        store.s3().putObject(it -> it.bucket(store.buckets().inbox()).key(key), RequestBody.fromString(text));
    }

    /** The entity tag of an object in the inbox. */
    String etag(String key) {
        return store.s3()
                .headObject(it -> it.bucket(store.buckets().inbox()).key(key))
                .eTag();
    }

    List<String> inbox() {
        return keys(store.buckets().inbox());
    }

    List<String> archive() {
        return keys(store.buckets().archive());
    }

    List<String> results() {
        return keys(store.buckets().results());
    }

    private List<String> keys(String bucket) {
        return store.s3().listObjectsV2(it -> it.bucket(bucket)).contents().stream()
                .map(S3Object::key)
                .toList();
    }

    /** Why the only version of a document failed. */
    String note(String key) {
        return archived(onlyFailed(key) + NOTE);
    }

    String failedOriginal(String key) {
        return archived(onlyFailed(key));
    }

    private String onlyFailed(String key) {
        List<String> originals = archive().stream()
                .filter(it -> it.startsWith("failed/" + key + "/") && !it.endsWith(NOTE))
                .toList();
        assertThat(originals).hasSize(1);
        return originals.get(0);
    }

    String archived(String key) {
        return text(store.buckets().archive(), key);
    }

    String result(String key) {
        return text(store.buckets().results(), key);
    }

    private String text(String bucket, String key) {
        return store.s3().getObjectAsBytes(it -> it.bucket(bucket).key(key)).asUtf8String();
    }

    /** Returns the names of the documents that the service has received; each is billed. */
    List<String> submitted() throws IOException {
        List<String> names = new ArrayList<>();
        for (JsonNode job :
                JSON.readTree(URI.create(service.baseUrl() + "/_local/jobs").toURL())) {
            names.add(job.path("file_name").asText());
        }
        return names;
    }

    @Override
    public void close() {
        service.close();
        store.close();
    }
}
