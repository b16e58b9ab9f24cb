/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.s3;

import io.docproc.local.LocalService;
import io.docproc.local.LocalServiceOptions;
import io.docproc.local.fault.FaultDefinition;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
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
    private final Map<String, String> properties = new HashMap<>();
    private final ByteArrayOutputStream console = new ByteArrayOutputStream();
    private final List<String> calls = new CopyOnWriteArrayList<>();
    private final String unique = UUID.randomUUID().toString();
    private final LocalService service;
    private final S3Client s3;

    /** @param faults of the service, as {@link FaultDefinition} takes them */
    S3Fixture(Path home, URI endpoint, String... faults) throws IOException {
        s3 = client(endpoint);
        for (String bucket : List.of("inbox", "done", "failed", "results")) {
            s3.createBucket(it -> it.bucket(bucket(bucket)));
            with("s3." + bucket, bucket(bucket));
        }
        service = new LocalService(new LocalServiceOptions()
                        .port(0)
                        .temporaryFolder(home)
                        .callLines(calls::add)
                        .faults(Stream.of(faults).map(FaultDefinition::parse).toList()))
                .start();
        with("s3.endpoint", endpoint.toString());
        with("docproc.home", home.toString());
        with("docproc.baseUrl", service.baseUrl());
        with("docproc.requestsPerSecond", "0");
        with("camel.component.docproc.app-id", "local-app");
        with("camel.component.docproc.secret-code", "local-secret");
    }

    /** Returns a client of a server that accepts any credentials. */
    static S3Client client(URI endpoint) {
        return S3Client.builder()
                .endpointOverride(endpoint)
                .forcePathStyle(true)
                .region(Region.US_EAST_1)
                .build();
    }

    /** Returns the name of a bucket of this fixture. */
    String bucket(String name) {
        return name + "-" + unique;
    }

    S3Client s3() {
        return s3;
    }

    Map<String, String> properties() {
        return properties;
    }

    /** Returns a line for each call of the service: operation, code, milliseconds. */
    List<String> calls() {
        return calls;
    }

    S3Fixture with(String property, String value) {
        properties.put(property, value);
        return this;
    }

    boolean run() throws Exception {
        return new S3Run(properties, new PrintStream(console, true, StandardCharsets.UTF_8)).run();
    }

    String console() {
        return console.toString(StandardCharsets.UTF_8);
    }

    void put(String key, String text) {
        s3.putObject(it -> it.bucket(bucket("inbox")).key(key), RequestBody.fromString(text));
    }

    void put(String key, Path file) {
        s3.putObject(it -> it.bucket(bucket("inbox")).key(key), file);
    }

    List<String> keys(String bucket) {
        return s3.listObjectsV2(it -> it.bucket(bucket(bucket))).contents().stream()
                .map(S3Object::key)
                .toList();
    }

    String text(String bucket, String key) {
        return s3.getObjectAsBytes(it -> it.bucket(bucket(bucket)).key(key)).asUtf8String();
    }

    @Override
    public void close() {
        service.close();
        s3.close();
    }
}
