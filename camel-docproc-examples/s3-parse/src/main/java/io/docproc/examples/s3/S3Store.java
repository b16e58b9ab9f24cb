/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.s3;

import io.docproc.examples.support.InvalidSettingException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.apache.camel.CamelContext;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.S3ClientBuilder;
import software.amazon.awssdk.services.s3.model.Bucket;
import software.amazon.awssdk.services.s3.model.S3Object;

/**
 * Client and buckets of a run.
 *
 * @param s3 client
 * @param buckets their names
 */
public record S3Store(S3Client s3, S3Buckets buckets) implements AutoCloseable {
    private static final Set<String> SCHEMES = Set.of("http", "https");

    /**
     * Returns the buckets that the properties {@code s3.*} name. Without keys, the SDK searches for the credentials.
     *
     * @throws InvalidSettingException if the endpoint is not an HTTP URL
     */
    public static S3Store of(CamelContext context) {
        UnaryOperator<String> property = name -> context.resolvePropertyPlaceholders("{{s3." + name + "}}");
        S3ClientBuilder client = S3Client.builder()
                .endpointOverride(endpoint(property.apply("endpoint")))
                .forcePathStyle(true)
                .region(Region.of(property.apply("region")));
        String accessKey = property.apply("accessKey");
        if (!accessKey.isEmpty()) {
            client.credentialsProvider(StaticCredentialsProvider.create(
                    AwsBasicCredentials.create(accessKey, property.apply("secretKey"))));
        }
        return new S3Store(
                client.build(),
                new S3Buckets(property.apply("inbox"), property.apply("archive"), property.apply("results")));
    }

    private static URI endpoint(String text) {
        try {
            URI endpoint = new URI(text);
            if (endpoint.getHost() != null && SCHEMES.contains(String.valueOf(endpoint.getScheme()))) {
                return endpoint;
            }
        } catch (URISyntaxException e) {
            // reported below, as for a URL without a host
        }
        throw new InvalidSettingException("s3.endpoint is '" + text
                + "'; allowed is an address that begins with http:// or https://, such as http://localhost:9000");
    }

    /**
     * Creates missing buckets.
     *
     * @return true if the inbox is new
     */
    public boolean makeBuckets() {
        List<String> known =
                s3.listBuckets().buckets().stream().map(Bucket::name).toList();
        for (String bucket : List.of(buckets.archive(), buckets.results(), buckets.inbox())) {
            if (!known.contains(bucket)) {
                s3.createBucket(it -> it.bucket(bucket));
            }
        }
        return !known.contains(buckets.inbox());
    }

    /** Fails if a bucket is missing or cannot be read. */
    public void requireBuckets() {
        for (String bucket : List.of(buckets.inbox(), buckets.archive(), buckets.results())) {
            s3.listObjectsV2(it -> it.bucket(bucket).maxKeys(1));
        }
    }

    /** Uploads files to the inbox, by their keys. */
    public void put(Map<String, Path> documents) {
        documents.forEach(
                (key, file) -> s3.putObject(it -> it.bucket(buckets.inbox()).key(key), RequestBody.fromFile(file)));
    }

    /** Returns the documents, {@code KEY/ETAG}, that have neither a result nor an error. */
    public Set<String> unfinished() {
        Set<String> documents = new HashSet<>();
        objects(buckets.inbox(), "")
                // A key that ends with a slash is a folder of a file browser.
                .filter(it -> !it.key().endsWith("/"))
                .forEach(it -> documents.add(it.key() + "/" + it.eTag().replace("\"", "")));
        objects(buckets.archive(), S3Buckets.SUBMITTED)
                .forEach(it -> documents.add(it.key().substring(S3Buckets.SUBMITTED.length())));
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
