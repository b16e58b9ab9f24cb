/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.http;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Clients of which equal settings share one. A client stays open as long as it is leased. Clients without a lease are
 * closed, except for the {@value #MAX_UNUSED} most recently used ones. Clients are created and closed outside of the
 * lock, because both may block. Thread-safe.
 *
 * @param <K> the settings
 * @param <C> the client
 */
public final class SharedClients<K, C> {
    /** Number of unused clients to keep open, so that dynamic endpoints of successive calls share a client. */
    private static final int MAX_UNUSED = 8;

    private final Consumer<C> closer;
    private final Map<K, SharedClient<C>> clients = new HashMap<>();
    /** The clients without a lease, in the order in which their last lease was closed. */
    private final Map<K, SharedClient<C>> unused = new LinkedHashMap<>();

    private boolean stopped;

    /** @param closer closes a client; must not throw an exception */
    public SharedClients(Consumer<C> closer) {
        this.closer = closer;
    }

    /** A client and the number of its leases. */
    private static final class SharedClient<C> {
        private final C client;
        private int leases;

        SharedClient(C client) {
            this.client = client;
        }
    }

    /** A lease of a client, which stays open at least until the lease is closed. */
    public final class Lease implements AutoCloseable {
        private final K settings;
        private final SharedClient<C> shared;
        private final AtomicBoolean closed = new AtomicBoolean();

        private Lease(K settings, SharedClient<C> shared) {
            this.settings = settings;
            this.shared = shared;
        }

        /** Returns the client. */
        public C client() {
            return shared.client;
        }

        /** Closes the lease. Further invocations have no effect. */
        @Override
        public void close() {
            if (!closed.getAndSet(true)) {
                oldestUnusedAfterRelease(settings, shared).ifPresent(closer);
            }
        }
    }

    /**
     * Leases the client for these settings. Creates it if there is none.
     *
     * @throws IllegalStateException if the clients are stopped
     */
    public Lease lease(K settings, Supplier<C> factory) {
        return existing(settings).orElseGet(() -> created(settings, factory.get()));
    }

    private Lease created(K settings, C client) {
        Lease lease;
        try {
            lease = existingOrAdded(settings, client);
        } catch (IllegalStateException e) {
            closer.accept(client);
            throw e;
        }
        if (lease.client() != client) {
            closer.accept(client);
        }
        return lease;
    }

    private synchronized Optional<Lease> existing(K settings) {
        if (stopped) {
            throw new IllegalStateException("the component is stopped");
        }
        return Optional.ofNullable(clients.get(settings)).map(shared -> leased(settings, shared));
    }

    private synchronized Lease existingOrAdded(K settings, C client) {
        return existing(settings).orElseGet(() -> {
            SharedClient<C> added = new SharedClient<>(client);
            clients.put(settings, added);
            return leased(settings, added);
        });
    }

    private Lease leased(K settings, SharedClient<C> shared) {
        shared.leases++;
        unused.remove(settings);
        return new Lease(settings, shared);
    }

    private synchronized Optional<C> oldestUnusedAfterRelease(K settings, SharedClient<C> shared) {
        shared.leases--;
        if (shared.leases > 0 || clients.get(settings) != shared) {
            return Optional.empty();
        }
        unused.put(settings, shared);
        if (unused.size() <= MAX_UNUSED) {
            return Optional.empty();
        }
        K oldest = unused.keySet().iterator().next();
        unused.remove(oldest);
        return Optional.of(clients.remove(oldest).client);
    }

    /** Returns the number of open clients. */
    public synchronized int size() {
        return clients.size();
    }

    /** Accepts leases again after a stop. */
    public synchronized void start() {
        stopped = false;
    }

    /** Closes all clients, which aborts their calls in flight, and rejects further leases. */
    public void stop() {
        removeAll().forEach(closer);
    }

    private synchronized List<C> removeAll() {
        stopped = true;
        List<C> open = clients.values().stream().map(shared -> shared.client).toList();
        clients.clear();
        unused.clear();
        return open;
    }
}
