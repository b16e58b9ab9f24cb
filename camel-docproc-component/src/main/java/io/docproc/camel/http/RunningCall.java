/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.http;

import java.io.InterruptedIOException;
import java.util.Optional;

/**
 * A call on the thread that makes it. Others can end it wherever it stands: on the wire, where only its connection's end
 * helps, or waiting for its pace or its document, where only an interrupt does.
 */
final class RunningCall implements AutoCloseable {
    private volatile Runnable abort;
    private final Thread thread = Thread.currentThread();
    private volatile Optional<TimeLimit.Countdown> countdown = Optional.empty();
    private volatile boolean stopped;
    private boolean interrupted;
    private boolean over;

    /** @param abort ends what the call has on the wire */
    RunningCall(Runnable abort) {
        this.abort = abort;
    }

    /** Lets the call's time run. */
    void limitTo(TimeLimit limit) {
        countdown = Optional.of(limit.start(this::end));
    }

    /** Ends the call because the component stops. */
    void stop() {
        stopped = true;
        end();
    }

    private void end() {
        abort.run();
        interrupt();
    }

    /** An interrupt that is there already is somebody else's, and stays when the call is over. */
    private synchronized void interrupt() {
        if (!over && !thread.isInterrupted()) {
            interrupted = true;
            thread.interrupt();
        }
    }

    /** Why the call was ended, if it was. */
    Optional<String> ended() {
        return stopped
                ? Optional.of("the call was ended because the component stops")
                : countdown.flatMap(TimeLimit.Countdown::verdict);
    }

    /** Waits until the call may be sent; one that is ended meanwhile may not. */
    Runnable awaitSending(Pace pace) throws TurnInterruptedException {
        Runnable sent;
        try {
            sent = pace.awaitSending();
        } catch (InterruptedException interrupted) {
            giveBackForeignInterrupt();
            throw new TurnInterruptedException(interrupted);
        }
        if (ended().isPresent()) {
            throw new TurnInterruptedException(new InterruptedException());
        }
        return sent;
    }

    /** The wait took an interrupt: ours has done its work, and somebody else's is not for the call alone. */
    private synchronized void giveBackForeignInterrupt() {
        if (interrupted) {
            interrupted = false;
        } else {
            thread.interrupt();
        }
    }

    /**
     * Nobody ends the call any more, and its thread does not keep an interrupt that was meant for the call. A timer
     * without a thread keeps its alarm, and with it this object, which must not keep the request and its body.
     */
    @Override
    public void close() {
        abort = () -> {};
        countdown.ifPresent(TimeLimit.Countdown::close);
        forgetInterrupt();
    }

    private synchronized void forgetInterrupt() {
        over = true;
        if (interrupted) {
            Thread.interrupted();
        }
    }

    /** The call was interrupted while it waited for its turn, before it sent anything. */
    static final class TurnInterruptedException extends InterruptedIOException {
        private static final long serialVersionUID = 1L;

        private TurnInterruptedException(InterruptedException cause) {
            initCause(cause);
        }
    }
}
