/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.poller.s3;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.Bucket;
import software.amazon.awssdk.services.s3.model.S3Object;

/**
 * The buckets that a run works with.
 *
 * @param s3 reaches them
 * @param buckets their names
 */
record S3Store(S3Client s3, S3Buckets buckets) implements AutoCloseable {

    /** Buckets of the server that the example has started. */
    static S3Store at(S3Server server, S3Buckets buckets) {
        S3Client s3 = S3Client.builder()
                .endpointOverride(server.endpoint())
                .forcePathStyle(true)
                .region(Region.US_EAST_1)
                .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create("local", "local")))
                .build();
        return new S3Store(s3, buckets);
    }

    /** Buckets anywhere; region and credentials are found where the SDK always looks for them. */
    static S3Store at(URI endpoint, S3Buckets buckets) {
        S3Client s3 = S3Client.builder()
                .endpointOverride(endpoint)
                .forcePathStyle(true)
                .build();
        return new S3Store(s3, buckets);
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

    /** Puts files into the inbox, each under its key. */
    void put(Map<String, Path> documents) {
        documents.forEach(
                (key, file) -> s3.putObject(it -> it.bucket(buckets.inbox()).key(key), RequestBody.fromFile(file)));
    }

    /** How many documents have neither a result nor an error. */
    int unfinished() {
        long inInbox = keys(buckets.inbox(), "").stream()
                .filter(key -> !S3Documents.isFolder(key))
                .count();
        return (int) inInbox + keys(buckets.archive(), "submitted/").size();
    }

    private List<String> keys(String bucket, String prefix) {
        return s3.listObjectsV2Paginator(it -> it.bucket(bucket).prefix(prefix)).contents().stream()
                .map(S3Object::key)
                .toList();
    }

    @Override
    public void close() {
        s3.close();
    }
}
