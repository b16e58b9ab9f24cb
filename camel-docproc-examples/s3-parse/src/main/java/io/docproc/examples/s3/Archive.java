/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.s3;

import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.CopyObjectRequest;
import software.amazon.awssdk.services.s3.model.S3Exception;

/**
 * Moves originals by a copy and a deletion: a crash in between leaves the object in both buckets. Both are conditional on the
 * entity tag, so that an object that is overwritten meanwhile stays in the inbox.
 */
final class Archive {
    /** Folder of the originals whose results are stored. */
    static final String DONE = "done/";

    /** Folder of the originals that failed. */
    static final String FAILED = "failed/";

    private static final Set<Integer> MISSING_OR_CHANGED = Set.of(404, 412);

    private final S3Client s3;
    private final S3Buckets buckets;

    Archive(S3Client s3, S3Buckets buckets) {
        this.s3 = s3;
        this.buckets = buckets;
    }

    /**
     * Moves an object from the inbox to a folder.
     *
     * @return true if the inbox still contained this version
     */
    boolean move(S3Document document, String folder) {
        boolean copied = copy(document, folder, it -> it.sourceBucket(buckets.inbox())
                .sourceKey(document.key())
                .copySourceIfMatch('"' + document.etag() + '"'));
        if (copied) {
            delete(document);
        }
        return copied;
    }

    /** Deletes an object from the inbox unless it has changed. */
    void delete(S3Document document) {
        isDone(() -> s3.deleteObject(
                it -> it.bucket(buckets.inbox()).key(document.key()).ifMatch('"' + document.etag() + '"')));
    }

    /**
     * Moves an original whose job is completed. Does nothing if an earlier delivery of the completion has moved it. The copy is
     * unconditional: its key is that of one version, and the copy of a multipart upload has another tag.
     */
    void release(S3Document document, String folder) {
        String submitted = S3Buckets.SUBMITTED + document.id();
        if (copy(document, folder, it -> it.sourceBucket(buckets.archive()).sourceKey(submitted))) {
            s3.deleteObject(it -> it.bucket(buckets.archive()).key(submitted));
        }
    }

    /** Stores the reason of a failure. */
    void note(S3Document document, String text) {
        s3.putObject(
                it -> it.bucket(buckets.archive())
                        .key(FAILED + document.id() + ".error.txt")
                        .contentType("text/plain; charset=UTF-8"),
                RequestBody.fromString(text));
    }

    private boolean copy(S3Document document, String folder, Consumer<CopyObjectRequest.Builder> source) {
        return isDone(() -> s3.copyObject(
                it -> source.accept(it.destinationBucket(buckets.archive()).destinationKey(folder + document.id()))));
    }

    /** Returns the versions of an object in a folder. */
    List<S3Document> versions(String folder, String key) {
        return documents(folder, key + "/").filter(it -> it.key().equals(key)).toList();
    }

    /** Returns the documents in a folder whose keys in the inbox begin with a prefix. */
    Stream<S3Document> documents(String folder, String prefix) {
        return s3.listObjectsV2Paginator(it -> it.bucket(buckets.archive()).prefix(folder + prefix)).contents().stream()
                .map(it -> S3Document.ofId(it.key().substring(folder.length())));
    }

    /** Returns false if the object of a request is missing or has changed. */
    private static boolean isDone(Runnable request) {
        try {
            request.run();
            return true;
        } catch (S3Exception e) {
            if (MISSING_OR_CHANGED.contains(e.statusCode())) {
                return false;
            }
            throw e;
        }
    }
}
