/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test.internal.server;

import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Supplier of a value that is created on first use, so that the start of a service does not wait for it. Thread-safe. */
final class Lazy<T> implements Supplier<T> {
    private final Supplier<? extends T> factory;
    private Optional<T> value = Optional.empty();

    Lazy(Supplier<? extends T> factory) {
        this.factory = factory;
    }

    @Override
    public synchronized T get() {
        if (value.isEmpty()) {
            value = Optional.of(factory.get());
        }
        return value.get();
    }

    /** Passes the value to an action if it was created. */
    synchronized void ifCreated(Consumer<? super T> action) {
        value.ifPresent(action);
    }
}
