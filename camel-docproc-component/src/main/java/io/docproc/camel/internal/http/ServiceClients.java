/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.http;

import java.util.Collections;
import java.util.Set;
import java.util.WeakHashMap;

/**
 * Clients of a component's producers. A client outlives its producer, which a cache may evict while calls are in
 * flight, and stops with the component. The references are weak, so an unused client can be garbage-collected.
 * Thread-safe.
 */
public final class ServiceClients {
    private final Set<ServiceClient> clients = Collections.newSetFromMap(new WeakHashMap<>());

    /** Adds a client and returns it. */
    public synchronized ServiceClient add(ServiceClient client) {
        clients.add(client);
        return client;
    }

    /** Aborts the calls in flight. */
    public synchronized void stop() {
        clients.forEach(ServiceClient::stop);
        clients.clear();
    }
}
