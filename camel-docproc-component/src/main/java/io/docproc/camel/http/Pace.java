/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.http;

/** Decides when a request may go out. */
public interface Pace {
    /** Holds nothing back. */
    Pace FREE = new Pace() {
        @Override
        public void awaitTurn() {}

        @Override
        public Runnable awaitSending() {
            return () -> {};
        }
    };

    /** Waits for the request's turn, however long; no connection is taken yet, which would grow stale. */
    void awaitTurn() throws InterruptedException;

    /**
     * Waits with the connection at hand, so that what held requests up since their turns cannot make them bunch up.
     *
     * @return to be run when the first bytes have gone out
     */
    Runnable awaitSending() throws InterruptedException;
}
