/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.poller.s3;

import java.util.List;
import java.util.stream.Stream;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.NoSuchKeyException;
import software.amazon.awssdk.services.s3.model.S3Exception;
import software.amazon.awssdk.services.s3.model.S3Object;

/**
 * Moves originals. S3 has no move, so an original is copied and then deleted: a crash in between leaves it in both places
 * and in none too few. Both steps are for one version only, so that an object that is written over meanwhile stays.
 */
final class Archive {
    /** Originals whose jobs run. */
    static final String SUBMITTED = "submitted/";

    private static final int PRECONDITION_FAILED = 412;
    private static final int NOT_FOUND = 404;

    private final S3Client s3;
    private final S3Buckets buckets;

    Archive(S3Client s3, S3Buckets buckets) {
        this.s3 = s3;
        this.buckets = buckets;
    }

    /**
     * Moves an object out of the inbox.
     *
     * @return whether that version was still there
     */
    boolean take(S3Document document, String to) {
        if (!copy(buckets.inbox(), document.key(), document.etag(), to)) {
            return false;
        }
        drop(document);
        return true;
    }

    /** Deletes an object from the inbox, unless it has changed. */
    void drop(S3Document document) {
        onlyIfThere(() -> s3.deleteObject(
                it -> it.bucket(buckets.inbox()).key(document.key()).ifMatch(quoted(document.etag()))));
    }

    /** Moves an original whose job has ended; it has gone already when its end is processed a second time. */
    void release(S3Document document, String to) {
        if (copy(buckets.archive(), document.submitted(), document.etag(), to)) {
            s3.deleteObject(it -> it.bucket(buckets.archive()).key(document.submitted()));
        }
    }

    private boolean copy(String bucket, String key, String etag, String to) {
        return onlyIfThere(() -> s3.copyObject(it -> it.sourceBucket(bucket)
                .sourceKey(key)
                .copySourceIfMatch(quoted(etag))
                .destinationBucket(buckets.archive())
                .destinationKey(to)));
    }

    /** The tags of this key's versions that have been submitted and have not ended. */
    List<String> submittedTags(String key) {
        String prefix = SUBMITTED + key + "/";
        return submitted(prefix)
                .map(it -> it.substring(prefix.length()))
                .filter(it -> it.indexOf('/') < 0)
                .toList();
    }

    /** All documents that have been submitted and have not ended. */
    List<S3Document> allSubmitted() {
        return submitted(SUBMITTED)
                .map(it -> S3Document.ofId(it.substring(SUBMITTED.length())))
                .toList();
    }

    private Stream<String> submitted(String prefix) {
        return s3.listObjectsV2Paginator(it -> it.bucket(buckets.archive()).prefix(prefix)).contents().stream()
                .map(S3Object::key);
    }

    private static boolean onlyIfThere(Runnable call) {
        try {
            call.run();
            return true;
        } catch (NoSuchKeyException gone) {
            return false;
        } catch (S3Exception refused) {
            if (refused.statusCode() == PRECONDITION_FAILED || refused.statusCode() == NOT_FOUND) {
                return false;
            }
            throw refused;
        }
    }

    private static String quoted(String etag) {
        return '"' + etag + '"';
    }
}
