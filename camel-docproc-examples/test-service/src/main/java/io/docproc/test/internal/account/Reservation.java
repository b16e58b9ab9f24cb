/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test.internal.account;

/** Reserved price of a call in flight: settled if the call succeeds, else returned. Not thread-safe. */
public final class Reservation implements AutoCloseable {
    private final Runnable release;
    private boolean open = true;

    Reservation(Runnable release) {
        this.release = release;
    }

    /** Charges the call. */
    public void settle() {
        open = false;
    }

    /** Returns the reserved price unless it was settled. */
    @Override
    public void close() {
        if (open) {
            open = false;
            release.run();
        }
    }
}
