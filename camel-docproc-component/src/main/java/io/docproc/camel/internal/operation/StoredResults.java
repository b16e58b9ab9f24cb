/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.operation;

import io.docproc.camel.internal.http.ConcurrencyLimiter;
import io.docproc.camel.result.ResultKey;
import io.docproc.camel.result.ResultRepository;
import java.io.IOException;
import java.net.URI;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Result repository of a component, shared by its endpoints. Of several calls with the same key, one is made, and the
 * others wait for its result: in this process until the call completes, otherwise by polling the lease. Thread-safe.
 */
public final class StoredResults {
    private static final Logger LOG = LoggerFactory.getLogger(StoredResults.class);
    private static final long MIN_POLL_MILLIS = 20;
    private static final long MAX_POLL_MILLIS = 1_000;

    private final Supplier<Optional<ResultRepository>> configured;
    private final Map<ResultKey, CompletableFuture<Void>> inFlight = new ConcurrentHashMap<>();
    private volatile Optional<ResultRepository> repository = Optional.empty();

    /**
     * Creates an instance that is not started.
     *
     * @param configured supplies the result repository of the component; empty if no result is stored
     */
    public StoredResults(Supplier<Optional<ResultRepository>> configured) {
        this.configured = configured;
    }

    /** Uses the repository, which is started. */
    public void start() {
        repository = configured.get();
    }

    /** Uses the repository no longer. */
    public void stop() {
        repository = Optional.empty();
    }

    /**
     * Returns the reuse of stored results for one call. Empty without a repository, and for operations whose response
     * contains no billed result.
     *
     * @param operation the operation of the call
     * @param baseUrl supplies the base URL of the service, if there is a repository
     * @param appId the App ID of the account
     * @param permits the permits of the calls in flight
     */
    public Optional<ResultReuse> reuse(
            DocprocOperation operation, Supplier<URI> baseUrl, String appId, ConcurrencyLimiter permits) {
        return repository
                .filter(results -> operation.hasReusableResult())
                .map(results -> new ResultReuse(results, this, permits, baseUrl.get(), appId));
    }

    /**
     * Returns the stored response; or empty, and the caller then makes the call and {@link #release releases} its key.
     * Waits while another caller makes the call.
     *
     * @param beforeWait called before the first wait
     * @throws IOException if the store fails; the call must not be made
     * @throws TimeoutException if the call of the other caller is still in flight after the timeout
     */
    Optional<StoredResponse> findOrLease(
            ResultRepository results, ResultKey key, long timeoutMillis, Runnable beforeWait)
            throws IOException, InterruptedException, TimeoutException {
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMillis);
        boolean waited = false;
        Optional<StoredResponse> stored = StoredResponse.find(results, key);
        while (stored.isEmpty()) {
            CompletableFuture<Void> other = inFlight.putIfAbsent(key, new CompletableFuture<>());
            if (other == null) {
                return lease(results, key, deadline, waited ? () -> {} : beforeWait);
            }
            if (!waited) {
                beforeWait.run();
                waited = true;
            }
            try {
                other.get(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
            } catch (ExecutionException e) {
                throw new IllegalStateException(e);
            }
            stored = StoredResponse.find(results, key);
        }
        return stored;
    }

    private Optional<StoredResponse> lease(ResultRepository results, ResultKey key, long deadline, Runnable beforeWait)
            throws IOException, InterruptedException, TimeoutException {
        boolean leased = false;
        boolean called = false;
        try {
            Optional<StoredResponse> stored = Optional.empty();
            for (long pause = MIN_POLL_MILLIS; ; pause = Math.min(2 * pause, MAX_POLL_MILLIS)) {
                leased = results.tryLease(key);
                // Also under the lease: the previous holder may have stored the result just before.
                stored = StoredResponse.find(results, key);
                if (leased || stored.isPresent()) {
                    called = stored.isEmpty();
                    return stored;
                }
                if (System.nanoTime() - deadline > 0) {
                    throw new TimeoutException("another node has been making the same call for too long");
                }
                if (pause == MIN_POLL_MILLIS) {
                    beforeWait.run();
                }
                TimeUnit.MILLISECONDS.sleep(pause);
            }
        } finally {
            if (leased && !called) {
                releaseLease(results, key);
            }
            if (!called) {
                inFlight.remove(key).complete(null);
            }
        }
    }

    /** Lets another caller make the call of a key, after this one has been made or has failed. */
    void release(ResultRepository results, ResultKey key) {
        releaseLease(results, key);
        inFlight.remove(key).complete(null);
    }

    /** A failure must neither replace the result of a billed call, nor keep the callers that wait for it. */
    private static void releaseLease(ResultRepository results, ResultKey key) {
        try {
            results.releaseLease(key);
        } catch (RuntimeException e) {
            LOG.warn(
                    "The lease of result {} cannot be released; the same call may have to wait until it expires",
                    key,
                    e);
        }
    }
}
