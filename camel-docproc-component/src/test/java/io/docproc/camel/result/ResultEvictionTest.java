/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.awaitility.Awaitility.await;

import io.docproc.camel.result.ResultBackend.Kind;
import io.docproc.camel.testkit.EachStore;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.params.ParameterizedTest;

/** Time to live, eviction and size limit of every result repository. */
class ResultEvictionTest extends ResultRepositoryFixture {
    private static final Duration DAY = Duration.ofDays(1);

    /** Evicts after the eviction that the start runs in the background. */
    private static void evict(AbstractResultRepository repository) {
        await().until(repository::evict);
    }

    @ParameterizedTest
    @EachStore
    void aResultIsFoundUntilItsTimeToLiveIsOver(Kind kind) throws IOException {
        AbstractResultRepository repository = start(kind);
        repository.setTimeToLive(DAY);
        store(repository, key("a"), BODY);

        clock.advance(DAY.minusMillis(1));
        assertThat(stored(repository, key("a"))).hasValue(BODY);
        clock.advance(Duration.ofMillis(1));
        assertThat(repository.find(key("a"))).isEmpty();
    }

    @ParameterizedTest
    @EachStore
    void expiredResultIsDeletedCompletely(Kind kind) throws IOException {
        AbstractResultRepository repository = start(kind);
        store(repository, key("a"), BODY);
        clock.advance(Duration.ofDays(7));
        store(repository, key("b"), BODY);

        evict(repository);
        clock.advance(Duration.ofMinutes(10));
        evict(repository);

        assertThat(backend.storedBytes()).isLessThan(2 * BODY.length + 200);
        assertThat(stored(repository, key("b"))).hasValue(BODY);
    }

    @ParameterizedTest
    @EachStore
    void aResultThatIsBeingReadSurvivesItsEviction(Kind kind) throws IOException {
        AbstractResultRepository repository = start(kind);
        byte[] body = random(1_000_000);
        store(repository, key("a"), body);
        try (StoredResult result = repository.find(key("a")).orElseThrow()) {
            clock.advance(Duration.ofDays(8));
            evict(repository);

            assertThat(repository.find(key("a"))).isEmpty();
            assertThat(result.content().readAllBytes()).isEqualTo(body);
        }
    }

    @ParameterizedTest
    @EachStore
    void oldestResultsAreEvictedInTheBackground(Kind kind) throws IOException {
        AbstractResultRepository repository = start(kind);
        repository.setMaxSize(100_000);
        for (int number = 1; number <= 4; number++) {
            store(repository, key("document " + number), random(25_000));
            clock.advance(Duration.ofMinutes(5));
        }

        await().untilAsserted(
                        () -> assertThat(repository.find(key("document 1"))).isEmpty());
        for (int number = 2; number <= 4; number++) {
            assertThat(stored(repository, key("document " + number))).hasValue(random(25_000));
        }
    }

    @ParameterizedTest
    @EachStore
    void manyResultsAreEvictedOldestFirst(Kind kind) throws IOException {
        AbstractResultRepository repository = start(kind);
        for (int number = 0; number < 125; number++) {
            store(repository, key("document " + number), random(1_000));
            clock.advance(Duration.ofMinutes(2));
        }
        repository.setMaxSize(15_000);

        evict(repository);
        clock.advance(Duration.ofMinutes(10));
        evict(repository);

        assertThat(backend.storedBytes()).isBetween(10_000L, 15_000L);
        assertThat(repository.find(key("document 105"))).isEmpty();
        assertThat(repository.find(key("document 118"))).isPresent();
    }

    @ParameterizedTest
    @EachStore
    void resultAboveTheMaximumSizeIsNotStored(Kind kind) throws IOException {
        AbstractResultRepository repository = start(kind);
        repository.setMaxSize(10_000);
        try (ResultLease lease = repository.tryAcquire(key("a")).orElseThrow()) {
            OutputStream content = lease.open(METADATA);

            assertThatIOException()
                    .isThrownBy(() -> content.write(random(10_000)))
                    .withMessageContaining("maxSize, 10000 bytes");
            assertThatIOException().isThrownBy(lease::commit).withMessageContaining("not written completely");
        }
        assertThat(repository.find(key("a"))).isEmpty();
        assertThat(backend.storedBytes()).isZero();
    }

    @ParameterizedTest
    @EachStore
    void aContentWhoseWriterDiedIsDeletedAfterADay(Kind kind) throws IOException {
        AbstractResultRepository repository = start(kind);
        repository.tryAcquire(key("a")).orElseThrow().open(METADATA).write(random(1_000_000));

        clock.advance(Duration.ofHours(23));
        evict(repository);
        assertThat(backend.storedBytes()).isGreaterThan(500_000);
        // Files of writers that are alive have the time of the system's clock.
        clock.advance(Duration.between(clock.instant(), Instant.now()).plusDays(2));
        evict(repository);
        clock.advance(Duration.ofMinutes(10));
        evict(repository);

        assertThat(backend.storedBytes()).isZero();
    }
}
