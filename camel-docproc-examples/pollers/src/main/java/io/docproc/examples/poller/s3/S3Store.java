/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.poller.s3;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.S3ClientBuilder;
import software.amazon.awssdk.services.s3.model.Bucket;
import software.amazon.awssdk.services.s3.model.S3Object;

/**
 * The buckets that a run works with.
 *
 * @param s3 reaches them
 * @param buckets their names
 */
record S3Store(S3Client s3, S3Buckets buckets) implements AutoCloseable {

    /** The buckets of a server. */
    static S3Store at(S3Settings.S3Connection connection, S3Buckets buckets) {
        S3ClientBuilder client = S3Client.builder()
                .endpointOverride(connection.endpoint())
                .forcePathStyle(true)
                .region(Region.of(connection.region()));
        connection.credentials().map(StaticCredentialsProvider::create).ifPresent(client::credentialsProvider);
        return new S3Store(client.build(), buckets);
    }

    /**
     * Makes the buckets that are not there.
     *
     * @return whether the inbox is new
     */
    boolean makeBuckets() {
        List<String> known =
                s3.listBuckets().buckets().stream().map(Bucket::name).toList();
        for (String bucket : List.of(buckets.archive(), buckets.results(), buckets.inbox())) {
            if (!known.contains(bucket)) {
                s3.createBucket(it -> it.bucket(bucket));
            }
        }
        return !known.contains(buckets.inbox());
    }

    /** Fails early, with a message that says why, where a bucket is missing or must not be read. */
    void requireBuckets() {
        for (String bucket : List.of(buckets.inbox(), buckets.archive(), buckets.results())) {
            s3.listObjectsV2(it -> it.bucket(bucket).maxKeys(1));
        }
    }

    /** Puts files into the inbox, each under its key. */
    void put(Map<String, Path> documents) {
        documents.forEach(
                (key, file) -> s3.putObject(it -> it.bucket(buckets.inbox()).key(key), RequestBody.fromFile(file)));
    }

    /** The documents that have neither a result nor an error. */
    Set<S3Document> unfinished() {
        Set<S3Document> documents = new HashSet<>();
        objects(buckets.inbox(), "")
                .filter(it -> !S3Documents.isFolder(it.key()))
                .forEach(it -> documents.add(S3Document.of(it.key(), it.eTag())));
        objects(buckets.archive(), Archive.SUBMITTED)
                .forEach(it -> documents.add(S3Document.ofId(it.key().substring(Archive.SUBMITTED.length()))));
        return documents;
    }

    private Stream<S3Object> objects(String bucket, String prefix) {
        return s3.listObjectsV2Paginator(it -> it.bucket(bucket).prefix(prefix)).contents().stream();
    }

    @Override
    public void close() {
        s3.close();
    }
}
