/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.awaitility.Awaitility.await;

import io.docproc.camel.result.ResultBackend.Kind;
import io.docproc.camel.testkit.EachStore;
import io.docproc.camel.testkit.TestContexts;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.apache.camel.CamelContext;
import org.apache.camel.support.PropertyBindingSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.springframework.jdbc.core.JdbcTemplate;

/** Storage, limits and leases of every result repository. */
class ResultRepositoryTest extends ResultRepositoryFixture {
    @ParameterizedTest
    @EachStore
    void aResultOfAnySizeIsFoundByEachNodeAndAfterARestart(Kind kind) throws IOException {
        ResultRepository repository = start(kind);
        List<Integer> lengths = List.of(0, 1, 256 * 1024, 256 * 1024 + 1, 1_000_000);
        for (int length : lengths) {
            store(repository, key("size " + length), random(length));
            assertThat(stored(startAnother(), key("size " + length))).hasValue(random(length));
        }
        repository.stop();
        repository.start();

        for (int length : lengths) {
            assertThat(stored(repository, key("size " + length))).hasValue(random(length));
        }
        assertThat(repository.find(key("another"))).isEmpty();
    }

    /** Fails at its end. */
    private static InputStream unreadable(int length, Runnable beforeTheEnd) {
        return new SequenceInputStream(new ByteArrayInputStream(random(length)), new InputStream() {
            @Override
            public int read() throws IOException {
                beforeTheEnd.run();
                throw new IOException("the copy is gone");
            }
        });
    }

    @ParameterizedTest
    @EachStore
    void anIncompleteResultIsInvisibleAndDeleted(Kind kind) {
        ResultRepository repository = start(kind);
        InputStream content =
                unreadable(1_000_000, () -> assertThatNoException().isThrownBy(() -> {
                    assertThat(backend.storedBytes()).isPositive();
                    assertThat(repository.find(key("a"))).isEmpty();
                    assertThat(startAnother().find(key("a"))).isEmpty();
                }));

        assertThatIOException()
                .isThrownBy(() -> repository.store(key("a"), content, 2_000_000))
                .withMessage("the copy is gone");
        assertThat(backend.storedBytes()).isZero();
    }

    @ParameterizedTest
    @EachStore
    void resultOfAnInterruptedCallerIsStored(Kind kind) throws IOException {
        ResultRepository repository = start(kind);
        assertThat(repository.tryLease(key("a"))).isTrue();
        boolean interrupted;
        Thread.currentThread().interrupt();
        try {
            store(repository, key("a"), random(1_000_000));
            repository.releaseLease(key("a"));
        } finally {
            interrupted = Thread.interrupted();
        }

        assertThat(interrupted).as("the caller's interrupt is kept").isTrue();
        assertThat(stored(repository, key("a"))).hasValue(random(1_000_000));
        assertThat(repository.tryLease(key("a"))).as("the lease is released").isTrue();
    }

    @ParameterizedTest
    @EachStore
    void resultOfACallThatCompletesAfterTheStopIsStored(Kind kind) throws IOException {
        ResultRepository repository = start(kind);
        repository.stop();

        store(repository, key("a"), random(10));

        assertThat(stored(startAnother(), key("a"))).hasValue(random(10));
        assertThatIOException().isThrownBy(() -> repository.tryLease(key("a"))).withMessageContaining("not started");
    }

    @ParameterizedTest
    @EachStore
    void anExpiredResultIsNotFoundAndDeleted(Kind kind) throws IOException {
        AbstractResultRepository repository = start(kind);
        repository.setTimeToLive(Duration.ofDays(1));
        store(repository, key("a"), random(1_000));
        clock.advance(Duration.ofDays(1).minusMillis(1));
        store(repository, key("b"), random(1_001));
        assertThat(stored(repository, key("a"))).hasValue(random(1_000));

        clock.advance(Duration.ofMillis(1));
        assertThat(repository.find(key("a"))).isEmpty();
        repository.evict();

        assertThat(backend.storedBytes()).isEqualTo(1_001);
        assertThat(stored(repository, key("b"))).hasValue(random(1_001));
    }

    @ParameterizedTest
    @EachStore
    void expiredResultsAreDeletedAtTheNextStart(Kind kind) throws IOException {
        store(start(kind), key("a"), random(10));
        clock.advance(Duration.ofDays(8));
        startAnother();

        await().until(() -> backend.storedBytes() == 0);
    }

    @ParameterizedTest
    @EachStore
    void oldestResultsAreEvicted(Kind kind) throws IOException {
        AbstractResultRepository repository = start(kind);
        for (int number = 0; number < 125; number++) {
            store(repository, key("document " + number), random(1_000));
            clock.advance(Duration.ofMinutes(2));
        }
        repository.setMaxSize(15_000);
        store(repository, key("last"), random(1_000));
        await("in the background").until(() -> backend.storedBytes() <= 15_000);

        assertThat(backend.storedBytes()).isGreaterThanOrEqualTo(12_000);
        assertThat(repository.find(key("document 109"))).isEmpty();
        assertThat(stored(repository, key("document 113"))).hasValue(random(1_000));
        clock.advance(Duration.ofSeconds(1));
        store(repository, key("last"), random(1_001));
        assertThat(stored(repository, key("last"))).as("the last of two").hasValue(random(1_001));
    }

    @ParameterizedTest
    @EachStore
    void resultAboveTheMaximumSizeIsNotStored(Kind kind) throws IOException {
        AbstractResultRepository repository = start(kind);
        repository.setMaxSize(10_000);
        assertThatIOException()
                .isThrownBy(() -> store(repository, key("a"), random(10_001)))
                .withMessageContaining("maxSize, 10000 bytes");
        assertThat(backend.storedBytes()).isZero();
    }

    /** What a killed process leaves. */
    @Test
    void aFileWhoseWriterDiedIsDeletedAfterADay() throws IOException {
        AbstractResultRepository repository = start(Kind.DIRECTORY);
        Path incomplete = Files.write(directory.resolve("results").resolve(key("a") + ".1.new"), random(10));
        Files.setLastModifiedTime(incomplete, FileTime.from(clock.instant()));

        clock.advance(Duration.ofHours(23));
        repository.evict();
        assertThat(backend.storedBytes()).isEqualTo(10);
        clock.advance(Duration.ofHours(2));
        repository.evict();
        assertThat(backend.storedBytes()).isZero();
    }

    @Test
    void rowsWhoseWriterDiedAreDeletedAfterADay() throws IOException {
        AbstractResultRepository repository = start(Kind.H2);
        store(repository, key("a"), random(10));
        new JdbcTemplate(((ResultBackend.Database) backend).dataSource())
                .update("UPDATE DOCPROC_RESULT SET STATE = 'W'");

        clock.advance(Duration.ofHours(25));
        repository.evict();
        assertThat(backend.storedBytes()).isZero();
    }

    @ParameterizedTest
    @EachStore
    void oneCallerOfANodeGetsTheLease(Kind kind) throws IOException {
        ResultRepository repository = start(kind);
        assertThat(repository.tryLease(key("a"))).isTrue();
        assertThat(repository.tryLease(key("a"))).isFalse();
        assertThat(repository.tryLease(key("b"))).isTrue();
        clock.advance(Duration.ofHours(1));
        assertThat(repository.tryLease(key("a")))
                .as("after a pause of the process")
                .isFalse();

        repository.releaseLease(key("a"));

        assertThat(repository.tryLease(key("a"))).isTrue();
    }

    @ParameterizedTest
    @EachStore(except = "DIRECTORY")
    void theLeaseOfANodeThatDiedExpires(Kind kind) throws IOException {
        ResultRepository dead = start(kind);
        ResultRepository other = startAnother();
        assertThat(dead.tryLease(key("a"))).isTrue();

        clock.advance(Duration.ofSeconds(59));
        assertThat(other.tryLease(key("a"))).isFalse();
        clock.advance(Duration.ofSeconds(1));
        assertThat(other.tryLease(key("a"))).isTrue();
        dead.releaseLease(key("a"));
        assertThat(startAnother().tryLease(key("a")))
                .as("the expired lease releases nothing")
                .isFalse();
    }

    @ParameterizedTest
    @EachStore(except = "DIRECTORY")
    void theLeaseOfALiveNodeIsRenewed(Kind kind) throws IOException {
        backend = kind.create(directory);
        JdbcResultRepository live = (JdbcResultRepository) backend.open(clock);
        live.setLeaseTimeout(Duration.ofMillis(30));
        live.start();
        try {
            assertThat(live.tryLease(key("a"))).isTrue();
            for (int renewal = 0; renewal < 3; renewal++) {
                Instant before = clock.instant();
                clock.advance(Duration.ofMillis(30));
                await().until(() ->
                        ((ResultBackend.Database) backend).leaseExpiry().isAfter(before.plusMillis(30)));
            }
            assertThat(startAnother().tryLease(key("a"))).isFalse();
        } finally {
            live.stop();
        }
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void onlyTheOwnerCanReadFilesWhoseNamesRevealNothing() throws IOException {
        FileResultRepository repository = new FileResultRepository(directory.resolve("not/there/yet"), clock);
        repository.start();
        store(repository, key("a"), random(10));
        repository.stop();

        try (Stream<Path> files = Files.walk(directory.resolve("not/there"))) {
            assertThat(files.toList())
                    .hasSize(3)
                    .allSatisfy(file -> assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                            .isEqualTo(Files.isDirectory(file) ? "rwx------" : "rw-------"))
                    .filteredOn(Files::isRegularFile)
                    .allSatisfy(
                            file -> assertThat(file.getFileName().toString()).matches("[0-9a-f]{64}\\.result"));
        }
    }

    @Test
    void aConfigurationFileSetsAllProperties() throws Exception {
        JdbcResultRepository target =
                (JdbcResultRepository) Kind.H2.create(directory).open(clock);
        try (CamelContext context = TestContexts.create()) {
            PropertyBindingSupport.build()
                    .withCamelContext(context)
                    .withTarget(target)
                    .withProperty("timeToLive", "36h")
                    .withProperty("maxSize", "5")
                    .withProperty("leaseTimeout", "30s")
                    .withMandatory(true)
                    .bind();
        }
        target.start();
        assertThatIOException()
                .isThrownBy(() -> store(target, key("a"), random(6)))
                .withMessageContaining("maxSize, 5 bytes");
        target.stop();
    }

    @Test
    void invalidLimitsAreRefused() {
        JdbcResultRepository repository =
                (JdbcResultRepository) Kind.H2.create(directory).open(clock);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> repository.setMaxSize(0))
                .withMessage("maxSize is 0; allowed values are positive numbers of bytes");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> repository.setTimeToLive(Duration.ZERO))
                .withMessage("timeToLive is PT0S; allowed values are durations above 0");
        assertThatIllegalArgumentException().isThrownBy(() -> repository.setLeaseTimeout(Duration.ofDays(2)));
    }
}
