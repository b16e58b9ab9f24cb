/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.call;

import io.docproc.camel.error.DocprocException;
import io.docproc.camel.error.DocprocTransportException;
import io.docproc.camel.error.ServiceFailure;
import io.docproc.camel.internal.body.SpoolingOutputStream;
import io.docproc.camel.internal.http.ServiceCall;
import io.docproc.camel.internal.http.ServiceClient;
import io.docproc.camel.internal.http.ServiceResponse;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * One call of an operation, with all of its attempts. Each attempt passes the gate of the account, acquires a permit and a
 * slot of the rate, is sent, and reports its outcome to the gate. An attempt that is certain or assumed not to be
 * billed is followed by another one, as long as the patience of the call lasts. Blocks the calling thread. Used by one
 * thread.
 */
public final class Call implements AutoCloseable {
    private final String operation;
    private final ServiceClient client;
    private final Function<String, AccountGate.Passage> gate;
    private final AccountGate.Passage passage;
    private final Semaphore permits;
    private final Recorder recorder;
    private final Supplier<SpoolingOutputStream.Reservation> room;
    /** The time at which the attempt had permit and slot, on the monotonic clock; null before. */
    private Long started;
    /** The failure that was recorded last. The end of the patience throws it again. */
    private Throwable recorded;

    private Runnable precondition = () -> {};
    private Duration retryAfter = Duration.ZERO;

    /**
     * Begins a call, which the caller closes.
     *
     * @param client sends the requests
     * @param gate begins the way of a call of an operation through the gate of its account
     * @param permits the permits of the calls that are sent at the same time
     * @param recorder records the call and its failed attempts
     * @param room reserves room for the response of an attempt, until it is closed
     */
    public Call(
            String operation,
            ServiceClient client,
            Function<String, AccountGate.Passage> gate,
            Semaphore permits,
            Recorder recorder,
            Supplier<SpoolingOutputStream.Reservation> room) {
        this.operation = operation;
        this.client = client;
        this.gate = gate;
        this.passage = gate.apply(operation);
        this.permits = permits;
        this.recorder = recorder;
        this.room = room;
    }

    /**
     * Begins a call that is a step of this one, with patience of its own. The caller closes it. It is recorded if it is
     * another call of the same operation.
     */
    public Call begin(String step) {
        Recorder none = (failure, isReused, duration) -> {};
        return new Call(step, client, gate, permits, step.equals(operation) ? recorder : none, () -> () -> {});
    }

    /** The gate has closed between the wait of an attempt and its first byte. */
    private static final class GateClosedException extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    /** Records how a call, or an attempt that is followed by another one, has ended. */
    public interface Recorder {
        /**
         * Records an end.
         *
         * @param failure the failure; null for a success
         * @param isReused whether the answer of an earlier call was used
         * @param duration the time since the attempt was sent; zero if it was not sent
         */
        void record(Throwable failure, boolean isReused, Duration duration);
    }

    /**
     * Reads a document before it is sent, within the time limit of a call.
     *
     * @throws DocprocTransportException as unsent, if the limit expires, or the component is stopped
     */
    public <T> T prepare(Supplier<T> task) {
        return client.run(operation, task);
    }

    /** Sets what runs right before the first byte of each attempt; its exception keeps the attempt from being sent. */
    public void requireBeforeSending(Runnable condition) {
        precondition = condition;
    }

    /** Returns a request whose redaction masks all of its secrets. */
    ServiceCall masked(ServiceCall request) {
        return client.masked(request);
    }

    /** Sends a request that is not billed, as {@link #send(ServiceCall, Runnable, Consumer, ServiceResponse.Reader)} does. */
    public <T> T send(ServiceCall request, ServiceResponse.Reader<T> reader) {
        return send(request, () -> {}, failure -> {}, reader);
    }

    /**
     * Sends a request until it has a response, its failure may be billed, or the patience of the call is over.
     *
     * @param enter enters an attempt in the ledger right before its first byte; an exception keeps it from being sent
     * @param failed records that an attempt has no successful response
     * @param reader reads the response, and throws the exception for an unsuccessful one
     * @throws DocprocException if there is no successful response
     */
    <T> T send(ServiceCall request, Runnable enter, Consumer<Throwable> failed, ServiceResponse.Reader<T> reader) {
        while (true) {
            try {
                return attempt(request, enter, failed, reader);
            } catch (GateClosedException e) {
                // Nothing was sent; the next attempt waits.
            } catch (DocprocException e) {
                // The end of a wait is no outcome, and that of a call which this component has ended proves nothing.
                boolean isOutcome = started != null && !client.isStopped();
                if (!isOutcome || !passage.completed(e, retryAfter)) {
                    throw e;
                }
                record(e, false);
            }
        }
    }

    private <T> T attempt(
            ServiceCall request, Runnable enter, Consumer<Throwable> failed, ServiceResponse.Reader<T> reader) {
        boolean permit = false;
        try {
            passage.await();
            boolean isTrial = passage.isTrial();
            permit = isTrial ? permits.tryAcquire() : acquirePermit();
            if (!permit && !isTrial) {
                throw notSent("no permit of maxConcurrentRequests was available within permitTimeout", null);
            }
            passage.acquireSlot();
            try (SpoolingOutputStream.Reservation reserved = room.get()) {
                started = System.nanoTime();
                retryAfter = Duration.ZERO;
                T result = client.execute(request, () -> confirm(enter), passage::sent, response -> {
                    retryAfter = response.retryAfter();
                    return reader.read(response);
                });
                passage.completed(null, Duration.ZERO);
                return result;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw notSent("the thread was interrupted while the call waited", e);
        } catch (GateClosedException | Ledger.LeaseLostException e) {
            started = null;
            // The wait for the lease must not keep the slot and the trial.
            passage.close();
            throw e;
        } catch (RuntimeException | Error e) {
            if (started != null) {
                failed.accept(e);
            }
            throw e;
        } finally {
            if (permit) {
                permits.release();
            }
        }
    }

    /**
     * Waits between two status requests of a job, without a permit, for at most the time limit of a call in total.
     *
     * @return why there is no further wait; empty after a wait
     */
    public Optional<String> pause(Duration delay) {
        try {
            return passage.pause(delay, client.callTimeout());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.of("the thread was interrupted while the call waited");
        }
    }

    private boolean acquirePermit() throws InterruptedException {
        return permits.tryAcquire(passage.remaining().toNanos(), TimeUnit.NANOSECONDS);
    }

    private void confirm(Runnable enter) {
        if (!passage.confirm()) {
            throw new GateClosedException();
        }
        precondition.run();
        enter.run();
    }

    private DocprocException notSent(String reason, Throwable cause) {
        return DocprocTransportException.notSent(
                ServiceFailure.local(operation, 0, reason + "; nothing was sent"), cause);
    }

    /** Records that the call has its result. */
    public void succeeded(boolean isReused) {
        record(null, isReused);
    }

    /** Records that the call has failed. */
    public void failed(Throwable failure) {
        record(failure, false);
    }

    private void record(Throwable failure, boolean isReused) {
        if (failure != null && failure == recorded) {
            return;
        }
        recorded = failure;
        recorder.record(
                failure, isReused, started == null ? Duration.ZERO : Duration.ofNanos(System.nanoTime() - started));
        started = null;
    }

    /** Ends the call, also if it was not sent. A trial of the gate passes on. */
    @Override
    public void close() {
        passage.close();
    }
}
