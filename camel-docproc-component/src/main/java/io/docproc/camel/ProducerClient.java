/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel;

import io.docproc.camel.internal.http.ServiceClient;

/**
 * Service client of one producer. It is created when the producer starts or at its first call, because Camel starts a
 * producer that a route creates during a shutdown only afterwards. A restart of the component replaces it. Thread-safe.
 */
final class ProducerClient {
    private final DocprocEndpoint endpoint;
    private ServiceClient client;

    ProducerClient(DocprocEndpoint endpoint) {
        this.endpoint = endpoint;
    }

    /** Returns the client. The client is stopped if the component is stopped. */
    synchronized ServiceClient get() {
        if (client == null || (client.isStopped() && endpoint.getComponent().isStarted())) {
            client = endpoint.getComponent().clients().add(endpoint.account().createClient());
        }
        return client;
    }

    /** Releases the HTTP client. Calls in flight complete. */
    synchronized void release() {
        if (client != null) {
            client.release();
        }
    }
}
