/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.result;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;

/**
 * Exclusive right to make the call of a key and to store its result. The repository renews a lease until it is closed.
 * The lease of a node that died expires. Used by one thread at a time.
 */
public interface ResultLease extends Closeable {

    /**
     * Opens the content to store. It is not visible to readers before {@link #commit()}. No database connection is held
     * between two writes.
     *
     * @param metadata the status and headers of the response
     * @return the stream for the body of the response; {@link #commit()} closes it
     * @throws IOException if the store fails
     * @throws IllegalStateException if the content was already opened
     */
    OutputStream open(ResponseMetadata metadata) throws IOException;

    /**
     * Makes the content durable and visible to all readers. It succeeds even if the lease has expired, because the
     * result was billed.
     *
     * @throws IOException if the store fails; the result is then not stored
     * @throws IllegalStateException if no content was opened
     */
    void commit() throws IOException;

    /** Releases the lease and discards content that was not committed. A failure is logged; the lease then expires. */
    @Override
    void close();
}
