/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.result;

import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Phaser;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Lets one of several callers with the same key make the call while the others wait for its result. Releasing a lease
 * wakes the waiting callers of this instance. Leases of other nodes are polled with exponential backoff from 20 ms to 1
 * s. Thread-safe.
 */
public final class SingleFlight {
    private static final long MIN_POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final long MAX_POLL_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final ResultRepository repository;
    /** Advances whenever a lease of this instance is released. */
    private final Phaser releases = new Phaser(1);

    /** Creates a coordinator for a repository. It does not start or stop the repository. */
    public SingleFlight(ResultRepository repository) {
        this.repository = repository;
    }

    /**
     * Returns the stored result, or the lease for the call. Waits while another caller makes the call. No connection or
     * lock of the store is held while waiting.
     *
     * @param timeout the maximum time to wait for the other caller
     * @throws IOException if the store fails; the call must not be made
     * @throws InterruptedException if the thread is interrupted while it waits
     * @throws TimeoutException if the call of the other caller is still in flight after the timeout
     */
    public Reservation reserve(ResultKey key, Duration timeout)
            throws IOException, InterruptedException, TimeoutException {
        long deadline = System.nanoTime() + timeout.toNanos();
        long pause = MIN_POLL_NANOS;
        while (true) {
            int phase = releases.getPhase();
            Optional<Reservation> reservation = tryReserve(key);
            if (reservation.isPresent()) {
                return reservation.get();
            }
            long remaining = deadline - System.nanoTime();
            if (remaining <= 0) {
                throw new TimeoutException(
                        "A call for the same document with the same options is still in flight after "
                                + timeout.toMillis() + " ms; its result is not stored yet, so retry later");
            }
            awaitRelease(phase, Math.min(pause, remaining));
            pause = Math.min(2 * pause, MAX_POLL_NANOS);
        }
    }

    private Optional<Reservation> tryReserve(ResultKey key) throws IOException {
        Optional<StoredResult> result = repository.find(key);
        if (result.isPresent()) {
            return result.map(Reservation::of);
        }
        Optional<ResultLease> lease = repository.tryAcquire(key);
        return lease.isEmpty() ? Optional.empty() : Optional.of(checked(key, lease.get()));
    }

    /**
     * Queries the repository again under the lease. The previous holder may have stored the result between the first
     * query and the release of the lease.
     */
    private Reservation checked(ResultKey key, ResultLease lease) throws IOException {
        ResultLease signalling = new SignallingLease(lease);
        boolean granted = false;
        try {
            Optional<StoredResult> result = repository.find(key);
            granted = result.isEmpty();
            return result.map(Reservation::of).orElseGet(() -> Reservation.of(signalling));
        } finally {
            if (!granted) {
                signalling.close();
            }
        }
    }

    private void awaitRelease(int phase, long nanos) throws InterruptedException {
        try {
            releases.awaitAdvanceInterruptibly(phase, nanos, TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            // The lease of another node may be free now.
        }
    }

    /** Wakes the callers of this instance when the lease is released. */
    private final class SignallingLease implements ResultLease {
        private final ResultLease lease;

        SignallingLease(ResultLease lease) {
            this.lease = lease;
        }

        @Override
        public OutputStream open(ResponseMetadata metadata) throws IOException {
            return lease.open(metadata);
        }

        @Override
        public void commit() throws IOException {
            lease.commit();
        }

        @Override
        public void close() {
            lease.close();
            // One of two simultaneous arrivals of the only party would fail.
            synchronized (releases) {
                releases.arrive();
            }
        }
    }
}
