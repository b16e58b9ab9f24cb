/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Evictions and renewals of leases in the background. */
class BackgroundWorkTest {
    private final Semaphore permits = new Semaphore(0);
    private final AtomicInteger evictions = new AtomicInteger();

    @Test
    void resultsStoredDuringAnEvictionAreCountedByTheNextOne() throws IOException {
        AbstractResultRepository repository =
                new AbstractResultRepository(Clock.systemUTC(), new BlockingStore(), new LocalLeases()) {};
        repository.setMaxSize(1_000);
        repository.start();
        try {
            await().until(() -> evictions.get() == 1);
            store(repository);
            permits.release(2);

            await().until(() -> evictions.get() == 2);
        } finally {
            permits.release(2);
            repository.stop();
        }
    }

    @Test
    void stopWaitsForARenewal() throws Exception {
        AtomicReference<AbstractResultRepository> repository = new AtomicReference<>();
        AtomicBoolean renewed = new AtomicBoolean();
        CountDownLatch renewing = new CountDownLatch(1);
        LeaseTable leases = new LocalLeases() {
            @Override
            public boolean renew(String name, String owner, Instant expiresAt) {
                renewing.countDown();
                await().until(() -> repository.get().isStoppingOrStopped());
                renewed.set(true);
                return true;
            }
        };
        permits.release(2);
        repository.set(new AbstractResultRepository(Clock.systemUTC(), new BlockingStore(), leases) {});
        repository.get().setLeaseTimeout(Duration.ofMillis(3));
        repository.get().start();
        assertThat(repository.get().tryAcquire(ResultRepositoryFixture.key("a")))
                .isPresent();
        renewing.await();

        repository.get().stop();

        assertThat(renewed).isTrue();
    }

    private static void store(ResultRepository repository) throws IOException {
        ResultKey key = ResultRepositoryFixture.key("a");
        try (ResultLease lease = repository.tryAcquire(key).orElseThrow()) {
            lease.open(new ResponseMetadata(200, "request-1", Map.of())).write(new byte[500]);
            lease.commit();
        }
    }

    private final class BlockingStore implements ResultStore {
        @Override
        public Optional<StoredResult> find(ResultKey key, Instant storedAfter) {
            return Optional.empty();
        }

        @Override
        public ContentWriter write(ResultKey key, Instant now) {
            return new DiscardingWriter();
        }

        @Override
        public void remove(ResultKey key, Instant now) {}

        @Override
        public void evict(Eviction eviction) {
            evictions.incrementAndGet();
            permits.acquireUninterruptibly();
        }
    }

    private static final class DiscardingWriter extends ContentWriter {
        @Override
        public void write(byte[] bytes, int offset, int count) {}

        @Override
        void commit(Instant storedAt) {}

        @Override
        void discard() {}
    }

    private static class LocalLeases implements LeaseTable {
        private final Map<String, String> owners = new ConcurrentHashMap<>();

        @Override
        public boolean acquire(String name, String owner, Instant now, Instant expiresAt) {
            return owners.putIfAbsent(name, owner) == null;
        }

        @Override
        public boolean renew(String name, String owner, Instant expiresAt) {
            return true;
        }

        @Override
        public void release(String name, String owner) {
            owners.remove(name, owner);
        }

        @Override
        public void removeExpired(Instant before) {}
    }
}
