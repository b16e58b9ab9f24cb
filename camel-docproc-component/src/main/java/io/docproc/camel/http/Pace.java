/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.http;

/** Decides when a request whose connection is at hand may go out. */
@FunctionalInterface
public interface Pace {
    /**
     * Waits until the request may go out.
     *
     * @return to be run when its first bytes have gone out
     */
    Runnable awaitSending() throws InterruptedException;
}
