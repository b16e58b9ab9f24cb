/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.http;

/** The sending of one request, which its caller can still refuse right before the first byte. */
public interface Sending {
    /** A request that is always sent. */
    Sending ALWAYS = () -> {};

    /**
     * Runs right before the first byte, on an open connection. An exception keeps the request from being sent, and is
     * thrown to the caller of the client.
     */
    void beforeFirstByte();

    /** Runs as soon as the first bytes have been sent. */
    default void sent() {}
}
