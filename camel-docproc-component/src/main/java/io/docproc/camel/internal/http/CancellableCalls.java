/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.http;

import io.docproc.camel.error.DocprocException;
import io.docproc.camel.error.DocprocTransportException;
import io.docproc.camel.error.ServiceFailure;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;

/**
 * In-flight calls of a client, and the reads that precede them. Each of them is cancelled when its deadline expires, and
 * all of them when the client stops. Thread-safe.
 */
public final class CancellableCalls {
    private final CallDeadline limit;
    private final Set<CancellableCall> inFlight = ConcurrentHashMap.newKeySet();
    private volatile boolean stopped;

    /** @param limit the time limit of each call and of each preceding read */
    CancellableCalls(CallDeadline limit) {
        this.limit = limit;
    }

    /** Cancels the calls in flight and the reads that precede calls, and rejects further calls. */
    void stop() {
        stopped = true;
        inFlight.forEach(CancellableCall::stop);
    }

    boolean isStopped() {
        return stopped;
    }

    /**
     * Runs a task before the call is sent, for example to check a document. The time limit of a call applies. A task
     * that blocks is interrupted when the limit expires or the client stops.
     *
     * @throws DocprocTransportException if the limit expires, or the client is stopped
     */
    public <T> T run(String operation, Supplier<T> task) {
        try (CancellableCall current = begin(operation, () -> {})) {
            T result = runUnlessCancelled(current, operation, task);
            requireNotCancelled(current, operation, null);
            return result;
        }
    }

    private static <T> T runUnlessCancelled(CancellableCall call, String operation, Supplier<T> task) {
        try {
            return task.get();
        } catch (RuntimeException e) {
            requireNotCancelled(call, operation, e);
            throw e;
        }
    }

    /**
     * Begins a call on the current thread and starts its deadline. The call is in flight until it is closed.
     *
     * @param abort closes the connection of the call
     * @throws DocprocTransportException if the client is stopped, or no thread is available for the deadline
     */
    CancellableCall begin(String operation, Runnable abort) {
        CancellableCall call = new CancellableCall(abort, limit, inFlight::remove);
        inFlight.add(call);
        try {
            start(call, operation);
            return call;
        } catch (RuntimeException | Error e) {
            call.close();
            throw e;
        }
    }

    private void start(CancellableCall call, String operation) {
        if (stopped) {
            throw notSent(operation, "the component is stopped", null);
        }
        try {
            call.startLimit();
        } catch (RejectedExecutionException e) {
            throw notSent(operation, "the component is stopped", e);
        } catch (OutOfMemoryError e) {
            throw notSent(operation, "no thread is available for the deadline of the call: " + e, e);
        }
    }

    private static void requireNotCancelled(CancellableCall call, String operation, RuntimeException cause) {
        call.cancellationReason().ifPresent(reason -> {
            throw notSent(operation, reason + ", before anything was sent", cause);
        });
    }

    private static DocprocException notSent(String operation, String reason, Throwable cause) {
        return DocprocTransportException.notSent(ServiceFailure.local(operation, 0, reason), cause);
    }
}
