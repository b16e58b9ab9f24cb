/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.http;

import io.docproc.camel.error.DocprocException;
import io.docproc.camel.error.DocprocTransportException;
import io.docproc.camel.error.ServiceFailure;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;

/**
 * In-flight calls of a component, and the reads that precede them. Each of them is cancelled when its deadline expires,
 * all of a client when the client stops, and all when the component stops. Thread-safe.
 */
public final class CallsInFlight {
    private static final String STOPPED = "the call was cancelled because the component stops";

    private final Set<CallInFlight> calls = ConcurrentHashMap.newKeySet();
    private volatile boolean stopped;

    /** Accepts calls again after a stop. */
    public void start() {
        stopped = false;
    }

    /** Cancels all calls and rejects further ones. */
    public void stop() {
        stopped = true;
        calls.forEach(call -> call.cancel(STOPPED));
    }

    /** Cancels the calls of a client. */
    void stop(ServiceClient client) {
        calls.stream().filter(call -> call.client() == client).forEach(call -> call.cancel(STOPPED));
    }

    /**
     * Begins a call on the current thread and starts its deadline. The call is in flight until it is closed.
     *
     * @param abort closes the connection of the call
     * @throws DocprocTransportException if the client or the component is stopped, or no thread is available for the
     *     deadline
     */
    CallInFlight begin(ServiceClient client, String operation, CallDeadline limit, Runnable abort) {
        CallInFlight call = new CallInFlight(client, abort, limit, calls::remove);
        calls.add(call);
        try {
            if (stopped || client.isStopped()) {
                throw notSent(operation, "the component is stopped", null);
            }
            call.startLimit();
            return call;
        } catch (RejectedExecutionException e) {
            call.close();
            throw notSent(operation, "the component is stopped", e);
        } catch (RuntimeException e) {
            call.close();
            throw e;
        }
    }

    static DocprocException notSent(String operation, String reason, Throwable cause) {
        return DocprocTransportException.notSent(ServiceFailure.local(operation, 0, reason), cause);
    }
}
