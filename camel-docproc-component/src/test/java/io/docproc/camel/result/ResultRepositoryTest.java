/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.result;

import static io.docproc.camel.result.ResultRepositoryFixture.key;
import static io.docproc.camel.result.ResultRepositoryFixture.store;
import static io.docproc.camel.result.ResultRepositoryFixture.stored;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.awaitility.Awaitility.await;

import io.docproc.camel.result.ResultBackend.Kind;
import io.docproc.camel.testkit.EachStore;
import io.docproc.camel.testkit.ManualClock;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.jdbc.core.JdbcTemplate;

/** Storage, limits, leases and counts of every result repository. */
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
        assertThat(lease(repository, key("a"))).isTrue();
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
        assertThat(lease(repository, key("a"))).as("the lease is released").isTrue();
    }

    @ParameterizedTest
    @EachStore
    void resultOfACallThatCompletesAfterTheStopIsStored(Kind kind) throws IOException {
        ResultRepository repository = start(kind);
        repository.stop();

        store(repository, key("a"), random(10));

        assertThat(stored(startAnother(), key("a"))).hasValue(random(10));
        assertThatIOException().isThrownBy(() -> lease(repository, key("a"))).withMessageContaining("not started");
    }

    @ParameterizedTest
    @EachStore
    void anExpiredResultIsNotFoundAndDeleted(Kind kind) throws IOException {
        AbstractResultRepository repository = startLimited(kind);
        repository.setTimeToLive(Duration.ofDays(1));
        store(repository, key("a"), random(1_000));
        backend.advance(Duration.ofHours(23));
        store(repository, key("b"), random(1_001));
        assertThat(stored(repository, key("a"))).hasValue(random(1_000));

        backend.advance(Duration.ofHours(1));
        assertThat(repository.find(key("a"))).isEmpty();
        repository.evict();

        assertThat(backend.storedBytes()).isEqualTo(1_001);
        assertThat(stored(repository, key("b"))).hasValue(random(1_001));

        backend.advance(Duration.ofDays(8));
        startAnother();
        await("the next start").until(() -> backend.storedBytes() == 0);
    }

    @ParameterizedTest
    @EachStore
    void oldestResultsAreEvicted(Kind kind) throws IOException {
        AbstractResultRepository repository = startLimited(kind);
        for (int number = 0; number < 125; number++) {
            store(repository, key("document " + number), random(1_000));
            backend.advance(Duration.ofMinutes(2));
        }
        repository.setMaxSize(15_000);
        store(repository, key("last"), random(1_000));
        await("in the background").until(() -> backend.storedBytes() <= 15_000);

        assertThat(backend.storedBytes()).isGreaterThanOrEqualTo(12_000);
        assertThat(repository.find(key("document 109"))).isEmpty();
        assertThat(stored(repository, key("document 113"))).hasValue(random(1_000));
        backend.advance(Duration.ofSeconds(1));
        store(repository, key("last"), random(1_001));
        assertThat(stored(repository, key("last"))).as("the last of two").hasValue(random(1_001));
    }

    @ParameterizedTest
    @EnumSource(names = {"DIRECTORY", "H2"})
    void aResultWhoseWriterDiedIsDeletedAfterADay(Kind kind) throws IOException {
        AbstractResultRepository repository = startLimited(kind);
        if (backend instanceof ResultBackend.Database database) {
            store(repository, key("a"), random(10));
            new JdbcTemplate(database.dataSource()).update("UPDATE DOCPROC_RESULT SET STATE = 'W'");
        } else {
            Path incomplete = Files.write(directory.resolve("results").resolve(key("a") + ".1.new"), random(10));
            Files.setLastModifiedTime(incomplete, FileTime.from(clock(backend).instant()));
        }

        backend.advance(Duration.ofHours(23));
        repository.evict();
        assertThat(backend.storedBytes()).isEqualTo(10);
        backend.advance(Duration.ofHours(2));
        repository.evict();
        assertThat(backend.storedBytes()).isZero();
    }

    @ParameterizedTest
    @EachStore
    void oneCallerOfANodeGetsTheLease(Kind kind) throws IOException {
        ResultRepository repository = start(kind);
        assertThat(repository.enter(key("a"))).as("without the lease").isFalse();
        assertThat(lease(repository, key("a"))).isTrue();
        assertThat(lease(repository, key("a"))).isFalse();
        assertThat(lease(repository, key("b"))).isTrue();
        backend.advance(Duration.ofHours(1));
        assertThat(lease(repository, key("a")))
                .as("after a pause of the process")
                .isFalse();

        repository.releaseLease(key("a"));

        assertThat(repository.enter(key("a"))).isFalse();
        assertThat(count(repository, key("a"))).isZero();
        assertThat(lease(repository, key("a"))).isTrue();
    }

    @ParameterizedTest
    @EachStore(except = "DIRECTORY")
    void theLeaseOfANodeThatDiedExpires(Kind kind) throws IOException {
        ResultRepository dead = start(kind);
        ResultRepository other = startAnother();
        assertThat(lease(dead, key("a"))).isTrue();
        backend.advance(Duration.ofSeconds(50));
        assertThat(dead.enter(key("a"))).as("extends the lease").isTrue();

        backend.advance(Duration.ofSeconds(50));
        assertThat(lease(other, key("a"))).isFalse();
        backend.advance(Duration.ofSeconds(10));
        assertThat(lease(other, key("a"))).isTrue();
        dead.releaseLease(key("a"));
        assertThat(lease(startAnother(), key("a")))
                .as("the expired lease releases nothing")
                .isFalse();
    }

    @ParameterizedTest
    @EachStore(except = "DIRECTORY")
    void theLeasesOfALiveNodeAreRenewed(Kind kind) throws IOException {
        JdbcResultRepository live = (JdbcResultRepository) start(kind);
        ResultRepository other = startAnother();
        for (int number = 0; number < 250; number++) {
            assertThat(lease(live, key("document " + number))).isTrue();
        }
        for (int renewal = 0; renewal < 3; renewal++) {
            backend.advance(Duration.ofSeconds(40));
            live.renewLeases();
        }

        for (int number = 0; number < 250; number++) {
            assertThat(lease(other, key("document " + number))).isFalse();
            assertThat(live.enter(key("document " + number))).isTrue();
        }
    }

    @Test
    void leasesAreRenewedInTheBackground() throws IOException {
        backend = Kind.H2.create(directory);
        ResultBackend.Database database = (ResultBackend.Database) backend;
        JdbcResultRepository live = (JdbcResultRepository) database.open();
        live.setLeaseTimeout(Duration.ofSeconds(3));
        live.start();
        try {
            assertThat(lease(live, key("a"))).isTrue();
            Instant expiry = database.leaseExpiry();
            await().until(() -> database.leaseExpiry().isAfter(expiry));
        } finally {
            live.stop();
        }
    }

    @ParameterizedTest
    @EachStore(except = "DIRECTORY")
    void aLeaseThatExpiredBeforeItsRenewalIsLost(Kind kind) throws IOException {
        JdbcResultRepository slow = (JdbcResultRepository) start(kind);
        ResultRepository other = startAnother();
        assertThat(lease(slow, key("a"))).isTrue();
        backend.advance(Duration.ofSeconds(61));
        slow.renewLeases();

        assertThat(slow.enter(key("a"))).as("before another node has the lease").isFalse();
        assertThat(other.tryLease(key("a")))
                .as("nothing was sent")
                .map(UnansweredCalls::count)
                .hasValue(0);
        assertThat(slow.enter(key("a"))).isFalse();
        slow.releaseLease(key("a"));
        assertThat(other.enter(key("a"))).isTrue();
        assertThat(lease(slow, key("a"))).isFalse();
        other.releaseLease(key("a"));
        assertThat(count(other, key("a"))).isEqualTo(1);
    }

    private static int count(ResultRepository repository, ResultKey key) throws IOException {
        return unanswered(repository, key).count();
    }

    @ParameterizedTest
    @EachStore
    void attemptsAreCountedUntilAResponse(Kind kind) throws IOException {
        ResultRepository repository = start(kind);
        assertThat(count(repository, key("a"))).isZero();
        for (int attempt = 1; attempt <= 3; attempt++) {
            backend.advance(Duration.ofHours(1));
            enter(repository, key("a"));
            assertThat(count(repository, key("a"))).isEqualTo(attempt);
        }
        UnansweredCalls calls = unanswered(repository, key("a"));
        assertThat(Duration.between(calls.since(), calls.last()))
                .isBetween(Duration.ofHours(2), Duration.ofHours(2).plusMinutes(1));
        assertThat(count(repository, key("b"))).isZero();

        repository.answered(key("a"));
        repository.answered(key("b"));
        assertThat(count(repository, key("a"))).isZero();

        enter(repository, key("a"));
        assertThat(count(repository, key("a"))).isEqualTo(1);
        store(repository, key("a"), random(10));
        assertThat(count(repository, key("a"))).as("a stored result").isZero();
    }

    private static ManualClock clock(ResultBackend backend) {
        return ((ResultBackend.Directory) backend).clock();
    }

    @ParameterizedTest
    @EachStore
    void countsAreSharedSurviveARestartAndAreEvicted(Kind kind) throws IOException {
        AbstractResultRepository repository = startLimited(kind);
        for (int number = 0; number < 150; number++) {
            enter(repository, key("document " + number));
        }
        assertThat(count(startAnother(), key("document 0"))).isEqualTo(1);
        repository.stop();
        repository.start();
        assertThat(count(repository, key("document 149"))).isEqualTo(1);
        backend.advance(Duration.ofDays(6));
        enter(repository, key("document 1"));
        repository.evict();
        assertThat(counts()).isEqualTo(150);

        backend.advance(Duration.ofDays(1));
        assertThat(count(repository, key("document 0"))).isZero();
        repository.evict();

        assertThat(counts()).isEqualTo(1);
        assertThat(count(repository, key("document 1"))).isEqualTo(2);
    }

    private int counts() throws IOException {
        if (backend instanceof ResultBackend.Database database) {
            return database.leases();
        }
        try (Stream<Path> files = Files.list(directory.resolve("results"))) {
            return (int)
                    files.filter(file -> file.toString().endsWith(".attempts")).count();
        }
    }

    @ParameterizedTest
    @EachStore
    void deletedResultsAndCountsAreGoneAndOthersAreKept(Kind kind) throws IOException {
        ResultRepository repository = start(kind);
        for (String document : List.of("a", "b", "c")) {
            enter(repository, key(document));
            store(repository, key(document), random(300_000));
            enter(repository, key(document));
        }
        assertThat(lease(repository, key("a"))).isTrue();

        repository.delete(key("a"));
        repository.delete(key("another"));

        assertThat(repository.find(key("a"))).isEmpty();
        assertThat(repository.enter(key("a"))).as("the lease is kept").isTrue();
        repository.releaseLease(key("a"));
        assertThat(count(repository, key("a"))).isEqualTo(1);
        assertThat(lease(repository, key("a"))).isTrue();
        assertThat(stored(repository, key("b"))).hasValue(random(300_000));
        assertThat(count(repository, key("b"))).isEqualTo(1);

        repository.deleteAll();

        assertThat(repository.enter(key("a"))).as("the lease is kept").isTrue();
        repository.releaseLease(key("a"));
        assertThat(count(repository, key("a"))).isEqualTo(1);
        assertThat(count(repository, key("b"))).isZero();
        assertThat(repository.find(key("b"))).isEmpty();
        assertThat(backend.storedBytes()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "2", "0 1 1\n", "-1 1 1\n", "99999999999 1 1\n", "2 1 1", "\0\0\0\0", "2 x y\n"})
    void aDamagedCountIsOneAttempt(String damage) throws IOException {
        ResultRepository repository = start(Kind.DIRECTORY);
        Path file = directory.resolve("results").resolve(key("a") + ".attempts");
        enter(repository, key("a"));
        Files.writeString(file, damage);
        Files.setLastModifiedTime(file, FileTime.from(clock(backend).instant()));

        assertThat(count(repository, key("a"))).isEqualTo(1);
        enter(repository, key("a"));
        assertThat(count(repository, key("a"))).isEqualTo(2);
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void onlyTheOwnerCanReadFilesWhoseNamesRevealNothing() throws IOException {
        FileResultRepository repository = new FileResultRepository(directory.resolve("not/there/yet"));
        repository.start();
        store(repository, key("a"), random(10));
        enter(repository, key("a"));
        repository.stop();

        try (Stream<Path> files = Files.walk(directory.resolve("not/there"))) {
            assertThat(files.toList())
                    .hasSize(4)
                    .allSatisfy(file -> assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                            .isEqualTo(Files.isDirectory(file) ? "rwx------" : "rw-------"))
                    .filteredOn(Files::isRegularFile)
                    .allSatisfy(file ->
                            assertThat(file.getFileName().toString()).matches("[0-9a-f]{64}\\.(result|attempts)"));
        }
    }

    @Test
    void invalidLimitsAreRefused() {
        JdbcResultRepository repository =
                (JdbcResultRepository) Kind.H2.create(directory).open();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> repository.setMaxSize(0))
                .withMessage("maxSize is 0; allowed values are positive numbers of bytes");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> repository.setTimeToLive(Duration.ZERO))
                .withMessage("timeToLive is PT0S; allowed values are durations above 0");
        assertThatIllegalArgumentException().isThrownBy(() -> repository.setLeaseTimeout(Duration.ofDays(2)));
    }

    @ParameterizedTest
    @EachStore
    void nodesStoreReadAndEvictAtTheSameTime(Kind kind) throws Exception {
        ResultBackend backend = kind.create(directory);
        List<AbstractResultRepository> nodes =
                List.of((AbstractResultRepository) backend.open(), (AbstractResultRepository) backend.open());
        ExecutorService executor = Executors.newCachedThreadPool();
        int found = 0;
        try {
            List<Callable<Integer>> work = new ArrayList<>();
            for (AbstractResultRepository node : nodes) {
                node.setMaxSize(20_000);
                node.start();
                work.add(() -> storeAndRead(node, "first worker of " + node));
                work.add(() -> storeAndRead(node, "second worker of " + node));
            }
            for (Future<Integer> end : executor.invokeAll(work)) {
                found += end.get();
            }
            nodes.get(0).evict();
        } finally {
            executor.shutdownNow();
            nodes.forEach(AbstractResultRepository::stop);
        }
        assertThat(found).as("results that were found before they were evicted").isPositive();
        assertThat(backend.storedBytes()).isLessThanOrEqualTo(20_000);
    }

    private static int storeAndRead(AbstractResultRepository node, String worker) throws IOException {
        byte[] body = new byte[3_000];
        int found = 0;
        for (int number = 0; number < 10; number++) {
            ResultKey key = key(worker + " " + number);
            store(node, key, body);
            node.evict();
            try {
                Optional<byte[]> stored = stored(node, key);
                found += stored.isPresent() ? 1 : 0;
                stored.ifPresent(content -> assertThat(content).hasSize(body.length));
            } catch (EOFException e) {
                assertThat(e).hasMessageContaining("missing");
            }
        }
        return found;
    }

    @Test
    void databaseFailureIsReportedAndIsNotAMissingResult() {
        ResultRepository repository = start(Kind.H2);
        new JdbcTemplate(((ResultBackend.Database) backend).dataSource()).execute("DROP ALL OBJECTS");

        assertThatIOException().isThrownBy(() -> repository.find(key("a"))).withCauseInstanceOf(SQLException.class);
        assertThatIOException().isThrownBy(() -> repository.tryLease(key("a"))).withCauseInstanceOf(SQLException.class);
    }
}
