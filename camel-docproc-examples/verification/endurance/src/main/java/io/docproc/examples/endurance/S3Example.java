/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.endurance;

import io.docproc.examples.endurance.GeneratedDocument.Kind;
import io.docproc.examples.s3.LocalS3Server;
import io.docproc.examples.support.InvalidSettingException;
import io.docproc.examples.support.JavaProgram;
import io.docproc.examples.support.LocalPort;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.NoSuchKeyException;
import software.amazon.awssdk.services.s3.model.S3Object;

/** Documents in a bucket are parsed in the background. The server of the buckets is not killed with the example. */
final class S3Example implements KilledExample {
    private static final String INBOX = "docproc-inbox";
    private static final String ARCHIVE = "docproc-archive";
    private static final String RESULTS = "docproc-results";
    private static final String NOTE = ".error.txt";

    private final Path home;
    private final LocalS3Server server;
    private final S3Client s3;
    private final int callbackPort = LocalPort.free();
    private final String callbackSecret = UUID.randomUUID().toString();

    /** Starts the server. */
    S3Example(Path home) throws IOException, InterruptedException, InvalidSettingException {
        this.home = home;
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
    public Set<Kind> kinds() {
        return Set.of(Kind.TEXT, Kind.BROKEN);
    }

    @Override
    public JavaProgram program(ServiceAccount account, RunMode runMode) {
        return new JavaProgram(
                io.docproc.examples.s3.Main.class,
                List.of(),
                Map.of(
                        "docproc.home", home.toString(),
                        "docproc.baseUrl", account.baseUrl(),
                        "docproc.publicUrl", "http://127.0.0.1:" + callbackPort,
                        "docproc.port", String.valueOf(callbackPort),
                        "docproc.requestsPerSecond", "0",
                        "docproc.pollAfter", "1000",
                        "docproc.watch", String.valueOf(runMode == RunMode.UNTIL_STOPPED),
                        "s3.endpoint", server.endpoint().toString()),
                Map.of(
                        "DOCPROC_APP_ID",
                        account.appId(),
                        "DOCPROC_SECRET_CODE",
                        account.secretCode(),
                        "DOCPROC_CALLBACK_SECRET",
                        callbackSecret,
                        "AWS_ACCESS_KEY_ID",
                        "local",
                        "AWS_SECRET_ACCESS_KEY",
                        "local"));
    }

    @Override
    public void put(GeneratedDocument document) throws IOException {
        s3.putObject(it -> it.bucket(INBOX).key(document.name()), RequestBody.fromFile(document.file()));
        Files.delete(document.file());
    }

    @Override
    public Set<String> waiting() {
        Set<String> waiting = keys(INBOX, "").collect(Collectors.toCollection(HashSet::new));
        keys(ARCHIVE, "submitted/").map(S3Example::document).forEach(waiting::add);
        return waiting;
    }

    /** The last part of an archive key is the entity tag of the object. */
    private static String document(String key) {
        return key.substring(key.indexOf('/') + 1, key.lastIndexOf('/'));
    }

    /** Returns the documents with a stored job. The process that has the database open must have ended. */
    @Override
    public Set<String> processed() throws IOException {
        Path jobs = home.resolve("data/state/jobs");
        Set<String> processed = new HashSet<>();
        if (Files.exists(Path.of(jobs + ".mv.db"))) {
            try (Connection connection = DriverManager.getConnection("jdbc:h2:" + jobs + ";WRITE_DELAY=0");
                    Statement statement = connection.createStatement();
                    ResultSet ids =
                            statement.executeQuery("SELECT CORRELATION_ID FROM DOCPROC_JOB WHERE COMPLETED = 0")) {
                while (ids.next()) {
                    String id = ids.getString(1);
                    processed.add(id.substring(0, id.lastIndexOf('/')));
                }
            } catch (SQLException e) {
                throw new IOException("The job repository " + jobs + " cannot be read: " + e.getMessage(), e);
            }
        }
        return processed;
    }

    @Override
    public DocumentState documentState(GeneratedDocument document) {
        List<String> failed = keys(ARCHIVE, "failed/" + document.name() + "/").toList();
        return new DocumentState(
                content(RESULTS, resultName(document)),
                failed.stream()
                        .filter(key -> key.endsWith(NOTE))
                        .findFirst()
                        .flatMap(note -> content(ARCHIVE, note))
                        .map(bytes -> new String(bytes, StandardCharsets.UTF_8)),
                keys(ARCHIVE, "done/" + document.name() + "/").count() == 1,
                failed.stream().filter(key -> !key.endsWith(NOTE)).count() == 1);
    }

    private Optional<byte[]> content(String bucket, String key) {
        try {
            return Optional.of(
                    s3.getObjectAsBytes(it -> it.bucket(bucket).key(key)).asByteArray());
        } catch (NoSuchKeyException e) {
            return Optional.empty();
        }
    }

    @Override
    public Set<String> results() {
        return keys(RESULTS, "").collect(Collectors.toSet());
    }

    @Override
    public String resultName(GeneratedDocument document) {
        return document.name() + ".json";
    }

    private Stream<String> keys(String bucket, String prefix) {
        return s3.listObjectsV2Paginator(it -> it.bucket(bucket).prefix(prefix)).contents().stream()
                .map(S3Object::key);
    }

    @Override
    public void close() {
        s3.close();
        server.close();
    }
}
