/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.endurance;

import io.docproc.examples.endurance.GeneratedDocument.Kind;
import io.docproc.examples.s3.LocalS3Server;
import io.docproc.examples.support.LocalPort;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.S3Object;

/** Documents of a bucket that are parsed in the background. The S3 server is not killed with the example. */
final class S3Example extends KilledExample {
    private static final String INBOX = "docproc-inbox";
    private static final String ARCHIVE = "docproc-archive";
    private static final String RESULTS = "docproc-results";

    private final LocalS3Server server;
    private final S3Client s3;
    private final int callbackPort = LocalPort.free();

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
        List.of(INBOX, ARCHIVE, RESULTS).forEach(bucket -> s3.createBucket(it -> it.bucket(bucket)));
    }

    @Override
    Map<String, String> properties(String baseUrl, boolean watch) {
        Map<String, String> properties = new HashMap<>(super.properties(baseUrl, watch));
        properties.put("docproc.publicUrl", "http://127.0.0.1:" + callbackPort);
        properties.put("docproc.port", String.valueOf(callbackPort));
        properties.put("docproc.pollAfter", "1000");
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
            case WAITING ->
                Stream.concat(keys(INBOX, "").stream(), keys(ARCHIVE, "submitted/").stream())
                        .collect(Collectors.toSet());
            case DONE -> keys(ARCHIVE, "done/");
            case FAILED -> keys(ARCHIVE, "failed/");
            case RESULTS -> keys(RESULTS, "");
        };
    }

    @Override
    byte[] content(Area area, String name) {
        String bucket = area == Area.RESULTS ? RESULTS : ARCHIVE;
        return s3.getObjectAsBytes(it -> it.bucket(bucket).key(name)).asByteArray();
    }

    /** Returns the documents with a stored job. The process that has the database open must have ended. */
    @Override
    Set<String> processed() throws IOException {
        Path jobs = home().resolve("data/state/jobs");
        if (!Files.exists(Path.of(jobs + ".mv.db"))) {
            return Set.of();
        }
        Stream.Builder<String> ids = Stream.builder();
        try (Connection connection = DriverManager.getConnection("jdbc:h2:" + jobs + ";WRITE_DELAY=0");
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT CORRELATION_ID FROM DOCPROC_JOB WHERE COMPLETED = 0")) {
            while (rows.next()) {
                ids.add(rows.getString(1));
            }
        } catch (SQLException e) {
            throw new IOException("The job repository " + jobs + " cannot be read: " + e.getMessage(), e);
        }
        return documents(ids.build());
    }

    private Set<String> keys(String bucket, String prefix) {
        return s3.listObjectsV2Paginator(it -> it.bucket(bucket).prefix(prefix)).contents().stream()
                .map(S3Object::key)
                .collect(Collectors.toSet());
    }

    @Override
    public void close() {
        s3.close();
        server.close();
    }
}
