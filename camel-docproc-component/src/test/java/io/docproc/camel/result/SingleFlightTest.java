/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.result;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.docproc.camel.result.ResultBackend.Kind;
import io.docproc.camel.testkit.EachStore;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.camel.support.service.ServiceSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;

/** Several callers with the same document, on one node and on two. */
class SingleFlightTest {
    private static final Duration LONG = Duration.ofMinutes(1);
    private static final ResultKey KEY = ResultRepositoryFixture.key("a");

    @TempDir
    Path directory;

    private final ExecutorService callers = Executors.newCachedThreadPool();
    private final List<ResultRepository> opened = new ArrayList<>();
    private final AtomicInteger calls = new AtomicInteger();
    private ResultBackend backend;

    private SingleFlight start(Kind kind) {
        backend = kind.create(directory);
        return startAnother();
    }

    private SingleFlight startAnother() {
        ResultRepository repository = backend.open(Clock.systemUTC());
        repository.start();
        opened.add(repository);
        return new SingleFlight(repository);
    }

    @AfterEach
    void stop() {
        callers.shutdownNow();
        opened.forEach(ResultRepository::stop);
    }

    /** Repository without results, whose leases are free. */
    private static final class EmptyRepository extends ServiceSupport implements ResultRepository {
        @Override
        public Optional<StoredResult> find(ResultKey key) {
            return Optional.empty();
        }

        @Override
        public void remove(ResultKey key) {}

        @Override
        public Optional<ResultLease> tryAcquire(ResultKey key) {
            return Optional.of(new ResultLease() {
                @Override
                public OutputStream open(ResponseMetadata metadata) {
                    return OutputStream.nullOutputStream();
                }

                @Override
                public void commit() {}

                @Override
                public void close() {}
            });
        }
    }

    @Test
    void callsOfDifferentDocumentsCanEndAtTheSameTime() throws Exception {
        SingleFlight singleFlight = new SingleFlight(new EmptyRepository());
        List<Future<?>> ended = new ArrayList<>();
        for (int caller = 0; caller < 4; caller++) {
            ResultKey key = ResultRepositoryFixture.key("caller " + caller);
            ended.add(callers.submit(() -> {
                for (int call = 0; call < 10_000; call++) {
                    singleFlight.reserve(key, LONG).close();
                }
                return null;
            }));
        }
        for (Future<?> caller : ended) {
            caller.get();
        }
    }

    /** Calls the service if necessary; returns its response. */
    private String call(SingleFlight singleFlight) throws Exception {
        try (Reservation reservation = singleFlight.reserve(KEY, LONG)) {
            if (reservation.result().isPresent()) {
                return new String(reservation.result().get().content().readAllBytes(), UTF_8);
            }
            ResultLease lease = reservation.lease().orElseThrow();
            String response = "response " + calls.incrementAndGet();
            lease.open(new ResponseMetadata(200, "", Map.of())).write(response.getBytes(UTF_8));
            lease.commit();
            return response;
        }
    }

    @ParameterizedTest
    @EachStore(always = "POSTGRESQL")
    void manyCallersOnTwoNodesMakeOneCall(Kind kind) throws Exception {
        SingleFlight one = start(kind);
        SingleFlight other = startAnother();
        List<Future<String>> responses = new ArrayList<>();
        for (int caller = 0; caller < 10; caller++) {
            responses.add(callers.submit(() -> call(one)));
            responses.add(callers.submit(() -> call(other)));
        }

        for (Future<String> response : responses) {
            assertThat(response.get()).isEqualTo("response 1");
        }
        assertThat(calls).hasValue(1);
    }

    @ParameterizedTest
    @EachStore
    void aCallerWaitsForTheResultOfTheCallThatIsInFlight(Kind kind) throws Exception {
        SingleFlight one = start(kind);
        Reservation first = one.reserve(KEY, LONG);
        Future<String> onTheSameNode = callers.submit(() -> call(one));
        Future<String> onTheOtherNode = callers.submit(() -> call(startAnother()));
        ResultLease lease = first.lease().orElseThrow();
        lease.open(new ResponseMetadata(200, "", Map.of())).write("the first".getBytes(UTF_8));
        assertThat(onTheSameNode).isNotDone();
        lease.commit();
        first.close();

        assertThat(onTheSameNode.get()).isEqualTo("the first");
        assertThat(onTheOtherNode.get()).isEqualTo("the first");
        assertThat(calls).hasValue(0);
    }

    @ParameterizedTest
    @EachStore
    void nextCallerMakesTheCallAfterAFailure(Kind kind) throws Exception {
        SingleFlight one = start(kind);
        Reservation failing = one.reserve(KEY, LONG);
        Future<String> waiting = callers.submit(() -> call(one));

        failing.close();

        assertThat(waiting.get()).isEqualTo("response 1");
    }

    @ParameterizedTest
    @EachStore
    void aCallerDoesNotWaitLongerThanItsTimeout(Kind kind) throws Exception {
        SingleFlight one = start(kind);
        SingleFlight other = startAnother();
        try (Reservation inFlight = one.reserve(KEY, LONG)) {
            assertThat(inFlight.lease()).isPresent();

            assertThatExceptionOfType(TimeoutException.class)
                    .isThrownBy(() -> other.reserve(KEY, Duration.ofMillis(50)))
                    .withMessageContaining("still in flight after 50 ms");
        }
    }

    @ParameterizedTest
    @EachStore
    void aWaitingCallerCanBeInterrupted(Kind kind) throws Exception {
        SingleFlight one = start(kind);
        try (Reservation inFlight = one.reserve(KEY, LONG)) {
            assertThat(inFlight.lease()).isPresent();
            Thread.currentThread().interrupt();

            assertThatExceptionOfType(InterruptedException.class).isThrownBy(() -> one.reserve(KEY, LONG));
        } finally {
            assertThat(Thread.interrupted()).isFalse();
        }
    }

    /** Finds nothing at first, then what was stored in between. */
    @ParameterizedTest
    @EachStore
    void resultStoredBeforeTheLeaseIsUsed(Kind kind) throws Exception {
        start(kind);
        ResultRepository repository = opened.get(0);
        SingleFlight slow = new SingleFlight(new LateLease(repository, () -> call(new SingleFlight(repository))));

        assertThat(call(slow)).isEqualTo("response 1");
        assertThat(calls).hasValue(1);
        assertThat(repository.tryAcquire(KEY)).as("no lease is left").isPresent();
    }

    private interface Step {
        void run() throws Exception;
    }

    /** Lets something happen before a lease is acquired. */
    private static final class LateLease extends ServiceSupport implements ResultRepository {
        private final ResultRepository repository;
        private final Step before;

        LateLease(ResultRepository repository, Step before) {
            this.repository = repository;
            this.before = before;
        }

        @Override
        public Optional<StoredResult> find(ResultKey key) throws IOException {
            return repository.find(key);
        }

        @Override
        public Optional<ResultLease> tryAcquire(ResultKey key) throws IOException {
            try {
                before.run();
            } catch (Exception e) {
                throw new IOException(e);
            }
            return repository.tryAcquire(key);
        }

        @Override
        public void remove(ResultKey key) throws IOException {
            repository.remove(key);
        }
    }
}
