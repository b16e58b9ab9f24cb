/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.endurance;

import io.docproc.examples.endurance.GeneratedDocument.Kind;
import io.docproc.examples.s3.LocalS3Server;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.S3Object;

/** Documents of a bucket that are parsed. The S3 server is not killed with the example. */
final class S3Example extends KilledExample {
    private static final String INBOX = "docproc-inbox";
    private static final String DONE = "docproc-done";
    private static final String FAILED = "docproc-failed";
    private static final String RESULTS = "docproc-results";

    private final LocalS3Server server;
    private final S3Client s3;

    /** Starts the server. */
    S3Example(Path home) throws IOException, InterruptedException {
        super(home, io.docproc.examples.s3.Main.class, Set.of(Kind.TEXT, Kind.BROKEN), Map.of());
        this.server = LocalS3Server.start(home.resolve("s3-server"));
        this.s3 = S3Client.builder()
                .endpointOverride(server.endpoint())
                .forcePathStyle(true)
                .region(Region.US_EAST_1)
                .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create("local", "local")))
                .build();
        List.of(INBOX, DONE, FAILED, RESULTS).forEach(bucket -> s3.createBucket(it -> it.bucket(bucket)));
    }

    @Override
    Map<String, String> properties(String baseUrl, boolean watch) {
        Map<String, String> properties = new HashMap<>(super.properties(baseUrl, watch));
        properties.put("s3.endpoint", server.endpoint().toString());
        return properties;
    }

    @Override
    void put(GeneratedDocument document) throws IOException {
        s3.putObject(it -> it.bucket(INBOX).key(document.name()), RequestBody.fromFile(document.file()));
        Files.delete(document.file());
    }

    @Override
    Set<String> names(Area area) {
        return switch (area) {
            case WAITING -> keys(INBOX);
            case DONE -> {
                // A failed original is moved, too.
                Set<String> done = keys(DONE);
                done.removeAll(keys(FAILED));
                yield done;
            }
            case FAILED -> keys(FAILED);
            case RESULTS -> keys(RESULTS);
        };
    }

    @Override
    byte[] content(Area area, String name) {
        String bucket = area == Area.RESULTS ? RESULTS : area == Area.FAILED ? FAILED : DONE;
        return s3.getObjectAsBytes(it -> it.bucket(bucket).key(name)).asByteArray();
    }

    private Set<String> keys(String bucket) {
        return s3.listObjectsV2Paginator(it -> it.bucket(bucket)).contents().stream()
                .map(S3Object::key)
                .collect(Collectors.toCollection(HashSet::new));
    }

    @Override
    public void close() {
        s3.close();
        server.close();
    }
}
