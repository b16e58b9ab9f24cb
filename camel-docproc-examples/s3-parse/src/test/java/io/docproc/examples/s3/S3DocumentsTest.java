/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.docproc.camel.job.MemoryJobRepository;
import io.docproc.camel.job.SubmittedJob;
import java.nio.file.Path;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.apache.camel.Exchange;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.spi.IdempotentRepository;
import org.apache.camel.support.DefaultExchange;
import org.apache.camel.support.UnitOfWorkHelper;
import org.apache.camel.support.processor.idempotent.MemoryIdempotentRepository;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.DelegatingS3Client;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.CompletedPart;
import software.amazon.awssdk.services.s3.model.DeleteObjectRequest;
import software.amazon.awssdk.services.s3.model.S3Exception;
import software.amazon.awssdk.services.s3.model.S3Request;

/** What is done with an object at each point at which a run may be killed, or at which the object may be changed. */
class S3DocumentsTest {
    private static final String PATH = "/completions";

    @TempDir
    private static Path serverHome;

    private static S3Server server;

    @TempDir
    private Path home;

    private final IdempotentRepository parsed = MemoryIdempotentRepository.memoryIdempotentRepository(100);
    private final MemoryJobRepository jobs = new MemoryJobRepository();
    private S3Fixture s3;

    @BeforeAll
    static void startServer() throws Exception {
        server = S3Server.start(serverHome);
    }

    @AfterAll
    static void stopServer() {
        server.close();
    }

    @BeforeEach
    void makeBuckets() throws Exception {
        s3 = new S3Fixture(home, server.connection());
    }

    @AfterEach
    void close() {
        s3.close();
    }

    @Test
    void anOriginalIsMovedToSubmittedThenDone() {
        S3Documents documents = newRun();
        String etag = put("in/a.txt", "first");

        String id = claim(documents, "in/a.txt", etag);

        assertThat(documents.key(id)).isEqualTo("in/a.txt");
        assertThat(documents.fileName(id)).isEqualTo("a.txt");
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

        assertThat(claim(documents, "a.txt", etag)).isEmpty();

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
        String first = claim(documents, "a.txt", put("a.txt", "first"));
        String etag = put("a.txt", "second");

        assertThat(claim(documents, "a.txt", etag)).isEmpty();
        assertThat(s3.inbox()).containsExactly("a.txt");

        documents.stored(first);

        assertThat(claim(documents, "a.txt", etag)).isNotEmpty().isNotEqualTo(first);
    }

    @Test
    void documentsInAFolderOfTheSameNameDoNotWait() {
        S3Documents documents = newRun();
        claim(documents, "a/b.txt", put("a/b.txt", "first"));

        assertThat(claim(documents, "a", put("a", "second"))).isNotEmpty();
    }

    @Test
    void aMoveThatWasCutOffAfterTheCopyIsCompletedAndNothingIsSubmittedTwice() {
        String etag = put("a.txt", "first");
        String id = claim(newRun(), "a.txt", etag);
        put("a.txt", "first");

        S3Documents next = newRun();

        assertThat(claim(next, "a.txt", etag)).isEmpty();
        assertThat(s3.inbox()).isEmpty();
        assertThat(next.withoutJob()).containsExactly(id);
    }

    @Test
    void onlyWhatNeitherHasAJobNorIsBeingSubmittedIsWithoutJob() {
        String submitted = claim(newRun(), "a.txt", put("a.txt", "a"));
        String lost = claim(newRun(), "b.txt", put("b.txt", "b"));
        jobs.submitted(new SubmittedJob("1", submitted, PATH, Instant.now(), 0));
        S3Documents documents = newRun();
        documents.claim("c.txt", put("c.txt", "c"), exchange());

        assertThat(documents.withoutJob()).containsExactly(lost);
    }

    @Test
    void aResultThatWasStoredBeforeACrashIsNotBilledAgain() {
        String etag = put("a.txt", "first");
        String id = "a.txt/" + etag.replace("\"", "");
        newRun().stored(id);

        assertThat(claim(newRun(), "a.txt", etag)).isEmpty();

        assertThat(s3.inbox()).isEmpty();
        assertThat(s3.archive()).containsExactly("done/" + id);
    }

    @Test
    void aVersionThatComesBackAfterALaterOneIsSubmittedAgain() {
        S3Documents documents = newRun();
        String etag = put("a.txt", "first");
        documents.stored(claim(documents, "a.txt", etag));
        documents.stored(claim(documents, "a.txt", put("a.txt", "second")));

        assertThat(claim(documents, "a.txt", put("a.txt", "first"))).isEqualTo("a.txt/" + etag.replace("\"", ""));
    }

    @Test
    void aFailedOriginalThatHasAResultIsNotBilledAgainWhenItIsPutBack() {
        S3Documents documents = newRun();
        String etag = put("a.txt", "first");
        String id = claim(documents, "a.txt", etag);
        documents.failed(id);
        assertThat(s3.archive()).containsExactly("failed/" + id);

        documents.stored(id);

        assertThat(claim(documents, "a.txt", put("a.txt", "first"))).isEmpty();
        assertThat(s3.archive()).containsExactly("done/" + id, "failed/" + id);
    }

    @Test
    void aLaterVersionThatFailsTooLeavesTheEarlierOneWhereItIs() {
        S3Documents documents = newRun();
        String first = claim(documents, "a.txt", put("a.txt", "first"));
        documents.failed(first);
        String second = claim(documents, "a.txt", put("a.txt", "second"));
        documents.failed(second);

        assertThat(s3.archived("failed/" + first)).isEqualTo("first");
        assertThat(s3.archived("failed/" + second)).isEqualTo("second");
    }

    @Test
    void anOriginalThatWasUploadedInPartsIsMovedToSubmittedThenDone() {
        S3Documents documents = newRun();
        String etag = putInParts("a.txt", "first");
        assertThat(etag).contains("-1");

        String id = claim(documents, "a.txt", etag);
        documents.stored(id);

        assertThat(s3.inbox()).isEmpty();
        assertThat(s3.archive()).containsExactly("done/" + id);
    }

    @Test
    void aFolderIsNoDocument() {
        assertThat(claim(newRun(), "in/", put("in/", ""))).isEmpty();

        assertThat(s3.inbox()).containsExactly("in/");
        assertThat(s3.store().unfinished()).isEmpty();
    }

    @Test
    void aKeyThatWouldComeBackCutOffIsRefused() {
        String id = "a".repeat(490) + "/" + "0".repeat(32);

        assertThatThrownBy(() -> newRun().fileName(id))
                .hasMessageContaining("523")
                .hasMessageContaining("512");
    }

    @Test
    void aDocumentWhoseDeletionFailedOnceIsSubmittedLater() {
        OneFailure client = new OneFailure(s3.store().s3(), DeleteObjectRequest.class);
        S3Documents documents = newRun(client);
        String etag = put("a.txt", "first");

        assertThatThrownBy(() -> claim(documents, "a.txt", etag)).isInstanceOf(S3Exception.class);
        assertThat(claim(documents, "a.txt", etag)).isEmpty();

        String id = "a.txt/" + etag.replace("\"", "");
        assertThat(s3.inbox()).isEmpty();
        assertThat(documents.withoutJob()).containsExactly(id);
        assertThat(documents.resume(id, exchange())).isEqualTo(id);
    }

    @Test
    void aDocumentThatIsInFlightIsNotSubmittedByAnotherExchange() {
        S3Documents documents = newRun();
        Exchange taking = exchange();
        String etag = put("a.txt", "first");
        String id = documents.claim("a.txt", etag, taking);
        put("a.txt", "first");

        assertThat(documents.withoutJob()).isEmpty();
        assertThat(documents.resume(id, exchange())).isEmpty();
        assertThat(claim(documents, "a.txt", etag)).isEmpty();

        end(taking);
        Exchange resuming = exchange();

        assertThat(documents.resume(id, resuming)).isEqualTo(id);
        assertThat(documents.resume(id, exchange())).isEmpty();
        assertThat(claim(documents, "a.txt", etag)).isEmpty();
    }

    @Test
    void aDocumentThatGotItsJobOrItsEndAfterTheLookIsNotResumed() {
        S3Documents documents = newRun();
        String submitted = claim(documents, "a.txt", put("a.txt", "a"));
        String ended = claim(documents, "b.txt", put("b.txt", "b"));
        assertThat(documents.withoutJob()).containsExactly(submitted, ended);

        jobs.submitted(new SubmittedJob("1", submitted, PATH, Instant.now(), 0));
        documents.stored(ended);

        assertThat(documents.resume(submitted, exchange())).isEmpty();
        assertThat(documents.resume(ended, exchange())).isEmpty();
    }

    private S3Documents newRun() {
        return newRun(s3.store().s3());
    }

    private S3Documents newRun(S3Client client) {
        return new S3Documents(client, s3.store().buckets(), parsed, jobs, PATH);
    }

    /** What an exchange does that ends at once. */
    private static String claim(S3Documents documents, String key, String etag) {
        Exchange exchange = exchange();
        try {
            return documents.claim(key, etag, exchange);
        } finally {
            end(exchange);
        }
    }

    private static Exchange exchange() {
        return new DefaultExchange(new DefaultCamelContext());
    }

    private static void end(Exchange exchange) {
        UnitOfWorkHelper.doneSynchronizations(
                exchange, exchange.getExchangeExtension().handoverCompletions());
    }

    /** Answers 503 to the first request of a kind. */
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

    private String put(String key, String text) {
        s3.put(key, text);
        return s3.etag(key);
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
