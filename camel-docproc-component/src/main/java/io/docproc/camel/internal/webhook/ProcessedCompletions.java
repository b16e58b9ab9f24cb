/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.webhook;

import java.util.LinkedHashSet;
import java.util.Set;
import org.apache.camel.spi.IdempotentRepository;
import org.apache.camel.support.service.ServiceSupport;

/**
 * Idempotent repository in memory for consumers that configure none. It keeps a limited number of keys and removes the
 * oldest one first. Thread-safe.
 */
final class ProcessedCompletions extends ServiceSupport implements IdempotentRepository {
    private final int capacity;
    private final Set<String> keys = new LinkedHashSet<>();

    /** @param capacity maximum number of keys */
    ProcessedCompletions(int capacity) {
        this.capacity = capacity;
    }

    @Override
    public synchronized boolean add(String key) {
        boolean added = keys.add(key);
        if (keys.size() > capacity) {
            keys.remove(keys.iterator().next());
        }
        return added;
    }

    @Override
    public synchronized boolean contains(String key) {
        return keys.contains(key);
    }

    @Override
    public synchronized boolean remove(String key) {
        return keys.remove(key);
    }

    @Override
    public boolean confirm(String key) {
        return true;
    }

    @Override
    public synchronized void clear() {
        keys.clear();
    }
}
