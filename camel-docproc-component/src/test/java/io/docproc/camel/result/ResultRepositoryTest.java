/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.result;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.result.ResultBackend.Kind;
import io.docproc.camel.testkit.EachStore;
import java.io.IOException;
import org.junit.jupiter.params.ParameterizedTest;

/** Storage of results in every result repository. */
class ResultRepositoryTest extends ResultRepositoryFixture {
    @ParameterizedTest
    @EachStore
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
    @EachStore
    void responsesOfAnySizeAreStoredByteForByte(Kind kind) throws IOException {
        ResultRepository repository = start(kind);
        for (int length : new int[] {0, 1, 256 * 1024, 256 * 1024 + 1, 1_000_000}) {
            byte[] body = random(length);
            store(repository, key("size " + length), body);

            assertThat(stored(repository, key("size " + length))).hasValue(body);
        }
    }

    @ParameterizedTest
    @EachStore
    void anotherKeyHasNoResult(Kind kind) throws IOException {
        ResultRepository repository = start(kind);
        store(repository, key("a"), BODY);

        assertThat(repository.find(key("b"))).isEmpty();
    }

    @ParameterizedTest
    @EachStore
    void anotherNodeFindsTheResult(Kind kind) throws IOException {
        store(start(kind), key("a"), BODY);

        assertThat(stored(startAnother(), key("a"))).hasValue(BODY);
    }

    @ParameterizedTest
    @EachStore
    void resultSurvivesARestart(Kind kind) throws IOException {
        ResultRepository repository = start(kind);
        store(repository, key("a"), BODY);
        repository.stop();

        assertThat(stored(startAnother(), key("a"))).hasValue(BODY);
    }

    @ParameterizedTest
    @EachStore
    void aRemovedResultIsNotFound(Kind kind) throws IOException {
        ResultRepository repository = start(kind);
        store(repository, key("a"), BODY);

        repository.remove(key("a"));

        assertThat(repository.find(key("a"))).isEmpty();
        store(repository, key("a"), BODY);
        assertThat(stored(repository, key("a"))).hasValue(BODY);
    }

    @ParameterizedTest
    @EachStore
    void aContentIsInvisibleUntilItIsCommitted(Kind kind) throws IOException {
        ResultRepository repository = start(kind);
        try (ResultLease lease = repository.tryAcquire(key("a")).orElseThrow()) {
            lease.open(METADATA).write(random(1_000_000));

            assertThat(repository.find(key("a"))).isEmpty();
            assertThat(startAnother().find(key("a"))).isEmpty();
        }
    }

    @ParameterizedTest
    @EachStore
    void uncommittedContentIsDeletedCompletely(Kind kind) throws IOException {
        ResultRepository repository = start(kind);
        try (ResultLease lease = repository.tryAcquire(key("a")).orElseThrow()) {
            lease.open(METADATA).write(random(1_000_000));
        }

        assertThat(repository.find(key("a"))).isEmpty();
        assertThat(backend.storedBytes()).isZero();
    }

    @ParameterizedTest
    @EachStore
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
    @EachStore
    void resultOfACallThatCompletesAfterTheStopIsStored(Kind kind) throws IOException {
        ResultRepository repository = start(kind);
        ResultLease lease = repository.tryAcquire(key("a")).orElseThrow();
        repository.stop();

        lease.open(METADATA).write(BODY);
        lease.commit();
        lease.close();

        assertThat(stored(startAnother(), key("a"))).hasValue(BODY);
    }
}
