/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.awaitility.Awaitility.await;

import io.docproc.camel.result.FileResultRepository;
import io.docproc.camel.result.ResultKey;
import io.docproc.camel.testkit.ChildProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Locks of the directories of repositories, in one and several processes. */
@Timeout(120)
class ExclusiveFileLockTest {
    private static final ResultKey KEY = new ResultKey("0".repeat(64));

    @TempDir
    Path directory;

    /** Tries to lock a directory and prints whether it has the lock. */
    static final class Locker {
        private Locker() {}

        public static void main(String[] arguments) throws Exception {
            System.out.println(
                    ExclusiveFileLock.tryAcquire(Path.of(arguments[0])).isPresent());
        }
    }

    private boolean isFreeForAnotherProcess() throws Exception {
        List<String> output = ChildProcess.output(List.of(), Map.of(), Locker.class, directory.toString());
        return Boolean.parseBoolean(output.get(output.size() - 1));
    }

    @Test
    void refusedOwnerDoesNotReleaseTheLock() throws Exception {
        try (ExclusiveFileLock lock = ExclusiveFileLock.tryAcquire(directory).orElseThrow()) {
            assertThat(lock).isNotNull();
            Path link = Files.createSymbolicLink(directory.resolve("link"), directory);

            assertThat(ExclusiveFileLock.tryAcquire(link)).isEmpty();
            assertThatIOException()
                    .isThrownBy(() -> ExclusiveFileLock.acquire(directory, Duration.ofMillis(1)))
                    .withMessageContaining("The lock of " + directory + " has been held");
            assertThat(isFreeForAnotherProcess()).isFalse();
        }

        assertThat(isFreeForAnotherProcess()).isTrue();
    }

    @Test
    void resultRepositoryThatWaitsForALockDoesNotReleaseIt() throws Exception {
        FileResultRepository repository = new FileResultRepository(directory);
        try (ExclusiveFileLock lock = ExclusiveFileLock.tryAcquire(directory).orElseThrow()) {
            assertThat(lock).isNotNull();
            repository.start();
            Thread waiting = new Thread(() -> {
                try {
                    repository.tryAcquire(KEY);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
            waiting.start();
            await().until(() -> waiting.getState() == Thread.State.TIMED_WAITING);

            assertThat(isFreeForAnotherProcess()).isFalse();
            lock.close();
            waiting.join();
        } finally {
            repository.stop();
        }
    }

    @Test
    void ownersExcludeEachOther() throws Exception {
        AtomicInteger owners = new AtomicInteger();
        ExecutorService threads = Executors.newFixedThreadPool(4);
        List<Future<?>> results = new ArrayList<>();
        for (int number = 0; number < 200; number++) {
            results.add(threads.submit(() -> {
                try (ExclusiveFileLock lock = ExclusiveFileLock.acquire(directory, Duration.ofMinutes(1))) {
                    assertThat(lock).isNotNull();
                    assertThat(owners.incrementAndGet()).isEqualTo(1);
                    owners.decrementAndGet();
                }
                return null;
            }));
        }
        threads.shutdown();

        for (Future<?> result : results) {
            result.get();
        }
    }
}
