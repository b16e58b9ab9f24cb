/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.webhook;

import java.util.HashSet;
import java.util.Set;

/** Runs calls that {@link #stop} interrupts. A thread is interrupted only while it runs its call. Thread-safe. */
final class InterruptibleCalls {
    private final Set<Thread> threads = new HashSet<>();
    private boolean stopped;

    /** A call that may be interrupted. */
    @FunctionalInterface
    interface Call<T> {
        T run() throws InterruptedException;
    }

    /**
     * Runs a call on the current thread.
     *
     * @throws InterruptedException if the call is interrupted, or {@link #stop} was called earlier
     */
    <T> T run(Call<T> call) throws InterruptedException {
        enter();
        try {
            return call.run();
        } finally {
            leave();
        }
    }

    private synchronized void enter() throws InterruptedException {
        if (stopped) {
            throw new InterruptedException();
        }
        threads.add(Thread.currentThread());
    }

    private synchronized void leave() {
        threads.remove(Thread.currentThread());
        if (stopped) {
            // The interrupt was meant for the call only.
            Thread.interrupted();
        }
    }

    synchronized boolean isStopped() {
        return stopped;
    }

    /** Interrupts the calls that are running and refuses further ones. */
    synchronized void stop() {
        stopped = true;
        threads.forEach(Thread::interrupt);
    }
}
