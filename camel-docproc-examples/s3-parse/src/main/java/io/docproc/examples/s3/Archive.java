/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.s3;

import io.docproc.examples.support.s3.S3Buckets;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.CopyObjectRequest;
import software.amazon.awssdk.services.s3.model.NoSuchKeyException;
import software.amazon.awssdk.services.s3.model.S3Exception;

/**
 * Moves originals by a copy and a deletion: a crash in between leaves the object in both buckets. Both are conditional on the
 * entity tag, so that an object that is overwritten meanwhile stays in the inbox.
 */
final class Archive {
    /** Folder of the originals whose results are stored. */
    static final String DONE = "done/";

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
     * @return true if the inbox still contained this version
     */
    boolean move(S3Document document, String to) {
        boolean copied = copy(it -> it.sourceBucket(buckets.inbox())
                .sourceKey(document.key())
                .copySourceIfMatch(quoted(document.etag()))
                .destinationKey(to));
        if (copied) {
            delete(document);
        }
        return copied;
    }

    /** Deletes an object from the inbox unless it has changed. */
    void delete(S3Document document) {
        onlyIfThere(() -> s3.deleteObject(
                it -> it.bucket(buckets.inbox()).key(document.key()).ifMatch(quoted(document.etag()))));
    }

    /**
     * Moves an original whose job is completed. Does nothing if an earlier delivery of the completion has moved it. The copy is
     * unconditional: its key is that of one version, and the copy of a multipart upload has another tag.
     */
    void release(S3Document document, String to) {
        boolean copied = copy(it -> it.sourceBucket(buckets.archive())
                .sourceKey(document.submitted())
                .destinationKey(to));
        if (copied) {
            s3.deleteObject(it -> it.bucket(buckets.archive()).key(document.submitted()));
        }
    }

    private boolean copy(Consumer<CopyObjectRequest.Builder> copy) {
        return onlyIfThere(() -> s3.copyObject(it -> copy.accept(it.destinationBucket(buckets.archive()))));
    }

    /** Returns the versions of an object in a folder of the archive. */
    List<S3Document> versions(String folder, String key) {
        return documents(folder, key + "/").filter(it -> it.key().equals(key)).toList();
    }

    /** Returns the documents whose jobs are not completed. */
    List<S3Document> allSubmitted() {
        return documents(S3Buckets.SUBMITTED, "").toList();
    }

    private Stream<S3Document> documents(String folder, String prefix) {
        return s3.listObjectsV2Paginator(it -> it.bucket(buckets.archive()).prefix(folder + prefix)).contents().stream()
                .map(it -> S3Document.ofId(it.key().substring(folder.length())));
    }

    private static boolean onlyIfThere(Runnable call) {
        try {
            call.run();
            return true;
        } catch (NoSuchKeyException e) {
            return false;
        } catch (S3Exception e) {
            if (e.statusCode() == PRECONDITION_FAILED || e.statusCode() == NOT_FOUND) {
                return false;
            }
            throw e;
        }
    }

    private static String quoted(String etag) {
        return '"' + etag + '"';
    }
}
