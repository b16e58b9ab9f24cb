/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.s3;

import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.CopyObjectRequest;
import software.amazon.awssdk.services.s3.model.NoSuchKeyException;
import software.amazon.awssdk.services.s3.model.S3Exception;

/**
 * Moves originals. S3 has no move, so an original is copied and then deleted: a crash in between leaves it in both places
 * and in none too few. The inbox is left by one version only, so that an object that is written over meanwhile stays.
 */
final class Archive {
    /** Originals whose jobs run. */
    static final String SUBMITTED = "submitted/";

    /** Originals whose results are stored. */
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
     * @return whether that version was still there
     */
    boolean move(S3Document document, String to) {
        boolean taken = copied(it -> it.sourceBucket(buckets.inbox())
                .sourceKey(document.key())
                .copySourceIfMatch(quoted(document.etag()))
                .destinationKey(to));
        if (taken) {
            delete(document);
        }
        return taken;
    }

    /** Deletes an object from the inbox, unless it has changed. */
    void delete(S3Document document) {
        onlyIfThere(() -> s3.deleteObject(
                it -> it.bucket(buckets.inbox()).key(document.key()).ifMatch(quoted(document.etag()))));
    }

    /**
     * Moves an original whose job has ended; it has gone already when its end is processed a second time. Its place is that
     * of one version, so nothing else can be there: the copy of an object that was uploaded in parts has another tag.
     */
    void release(S3Document document, String to) {
        boolean released = copied(it -> it.sourceBucket(buckets.archive())
                .sourceKey(document.submitted())
                .destinationKey(to));
        if (released) {
            s3.deleteObject(it -> it.bucket(buckets.archive()).key(document.submitted()));
        }
    }

    private boolean copied(Consumer<CopyObjectRequest.Builder> copy) {
        return onlyIfThere(() -> s3.copyObject(it -> copy.accept(it.destinationBucket(buckets.archive()))));
    }

    /** The versions of an object that are in a folder, which is {@link #SUBMITTED} or {@link #DONE}. */
    List<S3Document> versions(String folder, String key) {
        return documents(folder, key + "/").filter(it -> it.key().equals(key)).toList();
    }

    /** All documents that have been submitted and have not ended. */
    List<S3Document> allSubmitted() {
        return documents(SUBMITTED, "").toList();
    }

    private Stream<S3Document> documents(String folder, String prefix) {
        return s3.listObjectsV2Paginator(it -> it.bucket(buckets.archive()).prefix(folder + prefix)).contents().stream()
                .map(it -> S3Document.ofId(it.key().substring(folder.length())));
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
