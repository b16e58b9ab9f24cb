/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.http;

import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Service client of one producer. It is created when the producer starts or at its first call, because Camel starts a
 * producer that a route creates during a shutdown only afterwards. A restart of the component replaces it. Thread-safe.
 */
public final class ProducerClient {
    private final Supplier<ServiceClient> factory;
    private final BooleanSupplier componentStarted;
    private ServiceClient client;

    /**
     * Creates a holder without a client.
     *
     * @param factory creates the client
     * @param componentStarted returns whether the component is started
     */
    public ProducerClient(Supplier<ServiceClient> factory, BooleanSupplier componentStarted) {
        this.factory = factory;
        this.componentStarted = componentStarted;
    }

    /** Returns the client. The client is stopped if the component is stopped. */
    public synchronized ServiceClient get() {
        if (client == null || (client.isStopped() && componentStarted.getAsBoolean())) {
            client = factory.get();
        }
        return client;
    }

    /** Releases the HTTP client. Calls in flight complete. */
    public synchronized void release() {
        if (client != null) {
            client.release();
        }
    }
}
