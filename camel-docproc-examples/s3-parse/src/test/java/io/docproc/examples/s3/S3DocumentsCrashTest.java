/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.docproc.camel.job.SubmittedJob;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.apache.camel.Exchange;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.s3.DelegatingS3Client;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.DeleteObjectRequest;
import software.amazon.awssdk.services.s3.model.S3Exception;
import software.amazon.awssdk.services.s3.model.S3Request;

/** State of an object at each point at which a run may be killed or a request may fail. */
@Tag("endurance")
class S3DocumentsCrashTest extends S3DocumentsFixture {
    @Test
    void aMoveThatWasCutOffAfterTheCopyIsCompletedAndNothingIsSubmittedTwice() {
        String etag = put("a.txt", "first");
        String id = markSubmitted(newRun(), "a.txt", etag);
        put("a.txt", "first");

        S3Documents next = newRun();

        assertThat(markSubmitted(next, "a.txt", etag)).isEmpty();
        assertThat(s3.inbox()).isEmpty();
        assertThat(next.withoutJob()).containsExactly(id);
    }

    @Test
    void onlyWhatNeitherHasAJobNorIsBeingSubmittedIsWithoutJob() {
        String submitted = markSubmitted(newRun(), "a.txt", put("a.txt", "a"));
        String lost = markSubmitted(newRun(), "b.txt", put("b.txt", "b"));
        jobs.submitted(new SubmittedJob("1", submitted, PATH, Instant.now(), 0));
        S3Documents documents = newRun();
        documents.markSubmitted("c.txt", put("c.txt", "c"), exchange());

        assertThat(documents.withoutJob()).containsExactly(lost);
    }

    @Test
    void aResultThatWasStoredBeforeACrashIsNotBilledAgain() {
        String etag = put("a.txt", "first");
        String id = "a.txt/" + etag.replace("\"", "");
        newRun().stored(id);

        assertThat(markSubmitted(newRun(), "a.txt", etag)).isEmpty();

        assertThat(s3.inbox()).isEmpty();
        assertThat(s3.archive()).containsExactly("done/" + id);
    }

    @Test
    void aDocumentWhoseDeletionFailedOnceIsSubmittedLater() {
        OneFailure client = new OneFailure(s3.store().s3(), DeleteObjectRequest.class);
        S3Documents documents = newRun(client);
        String etag = put("a.txt", "first");

        assertThatThrownBy(() -> markSubmitted(documents, "a.txt", etag)).isInstanceOf(S3Exception.class);
        assertThat(markSubmitted(documents, "a.txt", etag)).isEmpty();

        String id = "a.txt/" + etag.replace("\"", "");
        assertThat(s3.inbox()).isEmpty();
        assertThat(documents.withoutJob()).containsExactly(id);
        assertThat(documents.resume(id, exchange())).isEqualTo(id);
    }

    @Test
    void aDocumentThatIsInFlightIsNotSubmittedByAnotherExchange() {
        S3Documents documents = newRun();
        Exchange submission = exchange();
        String etag = put("a.txt", "first");
        String id = documents.markSubmitted("a.txt", etag, submission);
        put("a.txt", "first");

        assertThat(documents.withoutJob()).isEmpty();
        assertThat(documents.resume(id, exchange())).isEmpty();
        assertThat(markSubmitted(documents, "a.txt", etag)).isEmpty();

        end(submission);
        Exchange resuming = exchange();

        assertThat(documents.resume(id, resuming)).isEqualTo(id);
        assertThat(documents.resume(id, exchange())).isEmpty();
        assertThat(markSubmitted(documents, "a.txt", etag)).isEmpty();
    }

    @Test
    void aDocumentThatGotItsJobOrItsEndAfterTheLookIsNotResumed() {
        S3Documents documents = newRun();
        String submitted = markSubmitted(documents, "a.txt", put("a.txt", "a"));
        String ended = markSubmitted(documents, "b.txt", put("b.txt", "b"));
        assertThat(documents.withoutJob()).containsExactly(submitted, ended);

        jobs.submitted(new SubmittedJob("1", submitted, PATH, Instant.now(), 0));
        documents.stored(ended);

        assertThat(documents.resume(submitted, exchange())).isEmpty();
        assertThat(documents.resume(ended, exchange())).isEmpty();
    }

    /** Returns 503 for the first request of a kind. */
    private static final class OneFailure extends DelegatingS3Client {
        private final AtomicReference<Class<? extends S3Request>> kind;

        OneFailure(S3Client s3, Class<? extends S3Request> kind) {
            super(s3);
            this.kind = new AtomicReference<>(kind);
        }

        @Override
        protected <T extends S3Request, R> R invokeOperation(T request, Function<T, R> operation) {
            if (kind.compareAndSet(request.getClass(), S3Request.class)) {
                throw S3Exception.builder().statusCode(503).message("Slow down").build();
            }
            return operation.apply(request);
        }
    }
}
