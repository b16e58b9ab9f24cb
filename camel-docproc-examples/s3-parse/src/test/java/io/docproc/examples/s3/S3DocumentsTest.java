/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.s3;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.CompletedPart;

/** Moves and versions of an object. */
class S3DocumentsTest extends S3DocumentsFixture {
    @Test
    void anOriginalIsMovedToSubmittedThenDone() {
        S3Documents documents = newRun();
        String etag = put("in/a.txt", "first");

        String id = markSubmitted(documents, "in/a.txt", etag);

        assertThat(documents.key(id)).isEqualTo("in/a.txt");
        assertThat(s3.inbox()).isEmpty();
        assertThat(s3.archive()).containsExactly("submitted/" + id);

        documents.stored(id);
        documents.stored(id);

        assertThat(s3.archive()).containsExactly("done/" + id);
    }

    @Test
    void anObjectThatIsWrittenOverBetweenReadingAndTakingStays() {
        S3Documents documents = newRun();
        String etag = put("a.txt", "first");
        put("a.txt", "second");

        assertThat(markSubmitted(documents, "a.txt", etag)).isEmpty();

        assertThat(s3.inbox()).containsExactly("a.txt");
        assertThat(s3.archive()).isEmpty();
    }

    @Test
    void anObjectThatIsWrittenOverBetweenCopyingAndDeletingStays() {
        String etag = put("a.txt", "first");
        put("a.txt", "second");

        new Archive(s3.store().s3(), s3.store().buckets()).delete(S3Document.of("a.txt", etag));

        assertThat(s3.inbox()).containsExactly("a.txt");
    }

    @Test
    void aLaterVersionWaitsUntilTheEarlierOneHasItsResult() {
        S3Documents documents = newRun();
        String first = markSubmitted(documents, "a.txt", put("a.txt", "first"));
        String etag = put("a.txt", "second");

        assertThat(markSubmitted(documents, "a.txt", etag)).isEmpty();
        assertThat(s3.inbox()).containsExactly("a.txt");

        documents.stored(first);

        assertThat(markSubmitted(documents, "a.txt", etag)).isNotEmpty().isNotEqualTo(first);
    }

    @Test
    void documentsInAFolderOfTheSameNameDoNotWait() {
        S3Documents documents = newRun();
        markSubmitted(documents, "a/b.txt", put("a/b.txt", "first"));

        assertThat(markSubmitted(documents, "a", put("a", "second"))).isNotEmpty();
    }

    @Test
    void aVersionThatComesBackAfterALaterOneIsSubmittedAgain() {
        S3Documents documents = newRun();
        String etag = put("a.txt", "first");
        documents.stored(markSubmitted(documents, "a.txt", etag));
        documents.stored(markSubmitted(documents, "a.txt", put("a.txt", "second")));

        assertThat(markSubmitted(documents, "a.txt", put("a.txt", "first")))
                .isEqualTo("a.txt/" + etag.replace("\"", ""));
    }

    @Test
    void aFailedOriginalThatHasAResultIsNotBilledAgainWhenItIsPutBack() {
        S3Documents documents = newRun();
        String etag = put("a.txt", "first");
        String id = markSubmitted(documents, "a.txt", etag);
        documents.failed(id, exchange());
        assertThat(s3.archive()).containsExactly("failed/" + id, "failed/" + id + ".error.txt");

        documents.stored(id);

        assertThat(markSubmitted(documents, "a.txt", put("a.txt", "first"))).isEmpty();
        assertThat(s3.archive()).containsExactly("done/" + id, "failed/" + id, "failed/" + id + ".error.txt");
    }

    @Test
    void aLaterVersionThatFailsTooLeavesTheEarlierOneWhereItIs() {
        S3Documents documents = newRun();
        String first = markSubmitted(documents, "a.txt", put("a.txt", "first"));
        documents.failed(first, exchange());
        String second = markSubmitted(documents, "a.txt", put("a.txt", "second"));
        documents.failed(second, exchange());

        assertThat(s3.archived("failed/" + first)).isEqualTo("first");
        assertThat(s3.archived("failed/" + second)).isEqualTo("second");
    }

    @Test
    void anOriginalThatWasUploadedInPartsIsMovedToSubmittedThenDone() {
        S3Documents documents = newRun();
        String etag = putInParts("a.txt", "first");
        assertThat(etag).contains("-1");

        String id = markSubmitted(documents, "a.txt", etag);
        documents.stored(id);

        assertThat(s3.inbox()).isEmpty();
        assertThat(s3.archive()).containsExactly("done/" + id);
    }

    @Test
    void aFolderIsNoDocument() {
        assertThat(markSubmitted(newRun(), "in/", put("in/", ""))).isEmpty();

        assertThat(s3.inbox()).containsExactly("in/");
        assertThat(s3.store().unfinished()).isEmpty();
    }

    private String putInParts(String key, String text) {
        S3Client client = s3.store().s3();
        String bucket = s3.store().buckets().inbox();
        String upload =
                client.createMultipartUpload(it -> it.bucket(bucket).key(key)).uploadId();
        String part = client.uploadPart(
                        it -> it.bucket(bucket).key(key).uploadId(upload).partNumber(1), RequestBody.fromString(text))
                .eTag();
        client.completeMultipartUpload(it -> it.bucket(bucket)
                .key(key)
                .uploadId(upload)
                .multipartUpload(parts -> parts.parts(
                        CompletedPart.builder().partNumber(1).eTag(part).build())));
        return s3.etag(key);
    }
}
