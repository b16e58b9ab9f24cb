/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.http;

import io.docproc.camel.error.DocprocException;
import io.docproc.camel.error.DocprocTransportException;
import io.docproc.camel.error.ServiceFailure;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;

/**
 * In-flight requests of a component, and the reads that precede them. Each of them is cancelled when its deadline expires,
 * all of a client when the client stops, and all when the component stops. Thread-safe.
 */
public final class CallsInFlight {
    private static final String STOPPED = "the call was cancelled because the component stops";

    private final Set<Call> calls = ConcurrentHashMap.newKeySet();
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
        calls.stream().filter(call -> call.client == client).forEach(call -> call.cancel(STOPPED));
    }

    /**
     * Begins a call on the current thread and starts its deadline. The call is in flight until it is closed.
     *
     * @param client makes the call
     * @param sending runs right before the first byte
     * @param abort closes the connection of the call
     * @throws DocprocTransportException if the client or the component is stopped
     */
    Call begin(ServiceClient client, String operation, Sending sending, Runnable abort) {
        Call call = new Call(client, sending, abort);
        calls.add(call);
        RejectedExecutionException rejected = null;
        try {
            call.countdown = client.limit.start(call::abortAndInterrupt);
        } catch (RejectedExecutionException e) {
            rejected = e;
        }
        if (stopped || client.stopped || rejected != null) {
            call.close();
            throw notSent(operation, "the component is stopped", rejected);
        }
        return call;
    }

    static DocprocException notSent(String operation, String reason, Throwable cause) {
        return DocprocTransportException.notSent(ServiceFailure.local(operation, 0, reason), cause);
    }

    /**
     * A call that other threads can cancel at any time. A cancellation closes the connection, which aborts sending and the
     * wait for the response. It also interrupts the thread, which aborts reading the document.
     */
    static final class Call implements AutoCloseable {
        private final Thread thread = Thread.currentThread();
        private final ServiceClient client;
        private final Sending sending;
        private volatile Runnable abort;
        private volatile CallDeadline.Countdown countdown;
        private volatile String cancelled;
        private boolean admitted;
        private boolean sendingStarted;
        private boolean interrupted;
        private boolean closed;

        private Call(ServiceClient client, Sending sending, Runnable abort) {
            this.client = client;
            this.sending = sending;
            this.abort = abort;
        }

        /** Cancels the call. The first reason is reported. */
        private void cancel(String reason) {
            synchronized (this) {
                cancelled = cancelled == null ? reason : cancelled;
            }
            abortAndInterrupt();
        }

        /** An interrupt that is already pending has another cause, and remains set after the call. */
        private void abortAndInterrupt() {
            abort.run();
            synchronized (this) {
                if (!closed && !thread.isInterrupted()) {
                    interrupted = true;
                    thread.interrupt();
                }
            }
        }

        /** Returns the reason for the cancellation; empty if the call was not cancelled. */
        Optional<String> cancellationReason() {
            if (cancelled != null) {
                return Optional.of(cancelled);
            }
            return countdown == null ? Optional.empty() : countdown.expiryReason();
        }

        /** Asks the caller once whether the request is still to be sent. */
        void admit() {
            if (!admitted) {
                sending.beforeFirstByte();
                admitted = true;
            }
        }

        void startSending() {
            sendingStarted = true;
        }

        /** Returns whether sending has started, so that the request may have reached the service. */
        boolean sendingStarted() {
            return sendingStarted;
        }

        /** Records that the server has processed nothing of what was sent. */
        void notReceived() {
            sendingStarted = false;
        }

        /** Records that the first bytes have been sent. */
        void sent() {
            sending.sent();
        }

        /**
         * Disables further cancellations, and clears an interrupt that was meant for the call. A timer may keep its task
         * and this object, so the reference to the request and its body is removed.
         */
        @Override
        public void close() {
            abort = () -> {};
            if (countdown != null) {
                countdown.close();
            }
            synchronized (this) {
                closed = true;
                if (interrupted) {
                    Thread.interrupted();
                }
            }
            client.calls.calls.remove(this);
        }
    }
}
