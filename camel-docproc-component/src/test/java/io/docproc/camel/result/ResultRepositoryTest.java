/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.result;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.awaitility.Awaitility.await;

import io.docproc.camel.ManualClock;
import io.docproc.camel.result.ResultBackend.Kind;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What every result repository does. */
class ResultRepositoryTest {
    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
    private static final Duration DAY = Duration.ofDays(1);
    private static final ResponseMetadata METADATA =
            new ResponseMetadata(200, "request-1", Map.of("Content-Type", "application/json", "X-Note", "März \"1\""));
    private static final byte[] BODY = "{\"code\":200,\"message\":\"成功\"}".getBytes(UTF_8);

    @TempDir
    Path directory;

    private final ManualClock clock = new ManualClock();
    private final List<ResultRepository> opened = new ArrayList<>();
    private ResultBackend backend;

    private AbstractResultRepository start(Kind kind) {
        backend = kind.create(directory);
        return startAnother();
    }

    private AbstractResultRepository startAnother() {
        AbstractResultRepository repository = backend.open(clock);
        repository.start();
        opened.add(repository);
        return repository;
    }

    @AfterEach
    void stop() {
        opened.forEach(ResultRepository::stop);
    }

    private static ResultKey key(String document) {
        return ResultKey.builder()
                .account(URI.create("https://service.example"), "app")
                .operation("crop")
                .document(document.getBytes(UTF_8))
                .build();
    }

    private static void store(ResultRepository repository, ResultKey key, byte[] body) throws IOException {
        try (ResultLease lease = repository.tryAcquire(key).orElseThrow()) {
            lease.open(METADATA).write(body);
            lease.commit();
        }
    }

    private static Optional<byte[]> stored(ResultRepository repository, ResultKey key) throws IOException {
        Optional<StoredResult> result = repository.find(key);
        if (result.isEmpty()) {
            return Optional.empty();
        }
        try (StoredResult open = result.get()) {
            return Optional.of(open.content().readAllBytes());
        }
    }

    private static byte[] random(int length) {
        byte[] bytes = new byte[length];
        new Random(length).nextBytes(bytes);
        return bytes;
    }

    @ParameterizedTest
    @EnumSource
    void aStoredResponseIsFoundByteForByteWithItsMetadata(Kind kind) throws IOException {
        ResultRepository repository = start(kind);
        store(repository, key("a"), BODY);

        try (StoredResult result = repository.find(key("a")).orElseThrow()) {
            assertThat(result.metadata()).isEqualTo(METADATA);
            assertThat(result.storedAt()).isEqualTo(NOON);
            assertThat(result.content().readAllBytes()).isEqualTo(BODY);
        }
    }

    @ParameterizedTest
    @EnumSource
    void responsesOfAnySizeAreStoredByteForByte(Kind kind) throws IOException {
        ResultRepository repository = start(kind);
        for (int length : new int[] {0, 1, 256 * 1024, 256 * 1024 + 1, 1_000_000}) {
            byte[] body = random(length);
            store(repository, key("size " + length), body);

            assertThat(stored(repository, key("size " + length))).hasValue(body);
        }
    }

    @ParameterizedTest
    @EnumSource
    void anotherKeyHasNoResult(Kind kind) throws IOException {
        ResultRepository repository = start(kind);
        store(repository, key("a"), BODY);

        assertThat(repository.find(key("b"))).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void anotherNodeFindsTheResult(Kind kind) throws IOException {
        store(start(kind), key("a"), BODY);

        assertThat(stored(startAnother(), key("a"))).hasValue(BODY);
    }

    @ParameterizedTest
    @EnumSource
    void resultSurvivesARestart(Kind kind) throws IOException {
        ResultRepository repository = start(kind);
        store(repository, key("a"), BODY);
        repository.stop();

        assertThat(stored(startAnother(), key("a"))).hasValue(BODY);
    }

    @ParameterizedTest
    @EnumSource
    void aRemovedResultIsNotFound(Kind kind) throws IOException {
        ResultRepository repository = start(kind);
        store(repository, key("a"), BODY);

        repository.remove(key("a"));

        assertThat(repository.find(key("a"))).isEmpty();
        store(repository, key("a"), BODY);
        assertThat(stored(repository, key("a"))).hasValue(BODY);
    }

    @ParameterizedTest
    @EnumSource
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
    @EnumSource
    void expiredResultIsDeletedCompletely(Kind kind) throws IOException {
        AbstractResultRepository repository = start(kind);
        store(repository, key("a"), BODY);
        clock.advance(Duration.ofDays(7));
        store(repository, key("b"), BODY);

        repository.evict();
        clock.advance(Duration.ofMinutes(10));
        repository.evict();

        assertThat(backend.storedBytes()).isLessThan(2 * BODY.length + 200);
        assertThat(stored(repository, key("b"))).hasValue(BODY);
    }

    @ParameterizedTest
    @EnumSource
    void aResultThatIsBeingReadSurvivesItsEviction(Kind kind) throws IOException {
        AbstractResultRepository repository = start(kind);
        byte[] body = random(1_000_000);
        store(repository, key("a"), body);
        try (StoredResult result = repository.find(key("a")).orElseThrow()) {
            clock.advance(Duration.ofDays(8));
            repository.evict();

            assertThat(repository.find(key("a"))).isEmpty();
            assertThat(result.content().readAllBytes()).isEqualTo(body);
        }
    }

    @ParameterizedTest
    @EnumSource
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
    @EnumSource
    void manyResultsAreEvictedOldestFirst(Kind kind) throws IOException {
        AbstractResultRepository repository = start(kind);
        for (int number = 0; number < 125; number++) {
            store(repository, key("document " + number), random(1_000));
            clock.advance(Duration.ofMinutes(2));
        }
        repository.setMaxSize(15_000);

        repository.evict();
        clock.advance(Duration.ofMinutes(10));
        repository.evict();

        assertThat(backend.storedBytes()).isBetween(10_000L, 15_000L);
        assertThat(repository.find(key("document 105"))).isEmpty();
        assertThat(repository.find(key("document 118"))).isPresent();
    }

    @ParameterizedTest
    @EnumSource
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
    @EnumSource
    void aContentIsInvisibleUntilItIsCommitted(Kind kind) throws IOException {
        ResultRepository repository = start(kind);
        try (ResultLease lease = repository.tryAcquire(key("a")).orElseThrow()) {
            lease.open(METADATA).write(random(1_000_000));

            assertThat(repository.find(key("a"))).isEmpty();
            assertThat(startAnother().find(key("a"))).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource
    void uncommittedContentIsDeletedCompletely(Kind kind) throws IOException {
        ResultRepository repository = start(kind);
        try (ResultLease lease = repository.tryAcquire(key("a")).orElseThrow()) {
            lease.open(METADATA).write(random(1_000_000));
        }

        assertThat(repository.find(key("a"))).isEmpty();
        assertThat(backend.storedBytes()).isZero();
    }

    @ParameterizedTest
    @EnumSource
    void aContentWhoseWriterDiedIsDeletedAfterADay(Kind kind) throws IOException {
        AbstractResultRepository repository = start(kind);
        repository.tryAcquire(key("a")).orElseThrow().open(METADATA).write(random(1_000_000));

        clock.advance(Duration.ofHours(23));
        repository.evict();
        assertThat(backend.storedBytes()).isGreaterThan(500_000);
        // Files of writers that are alive have the time of the system's clock.
        clock.advance(Duration.between(clock.instant(), Instant.now()).plusDays(2));
        repository.evict();
        clock.advance(Duration.ofMinutes(10));
        repository.evict();

        assertThat(backend.storedBytes()).isZero();
    }

    @ParameterizedTest
    @EnumSource
    void oneOfTwoNodesGetsTheLease(Kind kind) throws IOException {
        ResultRepository one = start(kind);
        ResultRepository other = startAnother();
        try (ResultLease lease = one.tryAcquire(key("a")).orElseThrow()) {
            assertThat(lease).isNotNull();
            assertThat(other.tryAcquire(key("a"))).isEmpty();
            assertThat(one.tryAcquire(key("a"))).isEmpty();
            assertThat(other.tryAcquire(key("b"))).isPresent();
        }

        assertThat(other.tryAcquire(key("a"))).isPresent();
    }

    @ParameterizedTest
    @EnumSource
    void theLeaseOfANodeThatDiedExpires(Kind kind) throws IOException {
        ResultRepository dead = start(kind);
        ResultRepository other = startAnother();
        assertThat(dead.tryAcquire(key("a"))).isPresent();

        clock.advance(Duration.ofSeconds(59));
        assertThat(other.tryAcquire(key("a"))).isEmpty();
        clock.advance(Duration.ofSeconds(1));
        assertThat(other.tryAcquire(key("a"))).isPresent();
    }

    @ParameterizedTest
    @EnumSource
    void theLeaseOfALiveNodeIsRenewed(Kind kind) throws IOException {
        AbstractResultRepository live = start(kind);
        ResultRepository other = startAnother();
        assertThat(live.tryAcquire(key("a"))).isPresent();

        clock.advance(Duration.ofSeconds(40));
        live.renewLeases();
        clock.advance(Duration.ofSeconds(40));

        assertThat(other.tryAcquire(key("a"))).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void aBilledResultIsStoredAlthoughItsLeaseHasExpired(Kind kind) throws IOException {
        AbstractResultRepository slow = start(kind);
        ResultRepository other = startAnother();
        ResultLease expired = slow.tryAcquire(key("a")).orElseThrow();
        clock.advance(Duration.ofMinutes(1));
        ResultLease current = other.tryAcquire(key("a")).orElseThrow();

        slow.renewLeases();
        expired.open(METADATA).write(BODY);
        expired.commit();
        expired.close();

        assertThat(stored(other, key("a"))).hasValue(BODY);
        assertThat(startAnother().tryAcquire(key("a")))
                .as("the expired lease releases nothing")
                .isEmpty();
        clock.advance(Duration.ofSeconds(1));
        byte[] second = random(10);
        current.open(METADATA).write(second);
        current.commit();
        current.close();
        assertThat(stored(slow, key("a"))).as("the last commit wins").hasValue(second);
    }

    @ParameterizedTest
    @EnumSource
    void resultOfAnInterruptedCallerIsStored(Kind kind) throws IOException {
        ResultRepository repository = start(kind);
        ResultLease lease = repository.tryAcquire(key("a")).orElseThrow();
        boolean interrupted;
        Thread.currentThread().interrupt();
        try (lease) {
            lease.open(METADATA).write(random(1_000_000));
            lease.commit();
        } finally {
            interrupted = Thread.interrupted();
        }

        assertThat(interrupted).as("the caller's interrupt is kept").isTrue();
        assertThat(stored(repository, key("a"))).hasValue(random(1_000_000));
        assertThat(repository.tryAcquire(key("a"))).as("the lease is released").isPresent();
    }

    @ParameterizedTest
    @EnumSource
    void resultOfACallThatCompletesAfterTheStopIsStored(Kind kind) throws IOException {
        ResultRepository repository = start(kind);
        ResultLease lease = repository.tryAcquire(key("a")).orElseThrow();
        repository.stop();

        lease.open(METADATA).write(BODY);
        lease.commit();
        lease.close();

        assertThat(stored(startAnother(), key("a"))).hasValue(BODY);
    }

    @ParameterizedTest
    @EnumSource
    void noLeaseIsGrantedByARepositoryThatIsNotStarted(Kind kind) throws IOException {
        ResultRepository repository = start(kind);
        repository.stop();

        assertThatIOException()
                .isThrownBy(() -> repository.tryAcquire(key("a")))
                .withMessageContaining("not started");
    }
}
