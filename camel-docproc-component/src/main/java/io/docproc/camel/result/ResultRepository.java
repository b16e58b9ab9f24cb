/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.result;

import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import org.apache.camel.Service;

/**
 * Stores the results of billed calls, so that the same document with the same options is billed once. A result is a
 * sequence of bytes, whose integrity the component checks itself: a damaged result counts as missing. If {@link #find} or
 * {@link #tryLease} fails, the call is not made; if a result cannot be stored, it is delivered nevertheless.
 * Implementations are thread-safe, stream in both directions, and do not join the transaction of the caller, so that a
 * rollback of the route keeps stored results.
 */
public interface ResultRepository extends Service {

    /**
     * Opens the stored result of a call, which the caller closes; empty if there is none or it has expired.
     *
     * @throws IOException if the store fails
     */
    Optional<InputStream> find(ResultKey key) throws IOException;

    /**
     * Stores the result of a call. It is invisible until it is complete and durable, and then replaces an earlier one.
     *
     * @param content the bytes of the result, which the caller closes
     * @param length the number of bytes
     * @throws IOException if the content cannot be read, or the store fails; the result is then not stored
     */
    void store(ResultKey key, InputStream content, long length) throws IOException;

    /**
     * Acquires the exclusive right to make the call of a key, without waiting. The lease of a node that died ends after
     * a time. By default, every node may make the call.
     *
     * @return false while another caller has the lease, on this node or on another
     * @throws IOException if the store fails
     */
    default boolean tryLease(ResultKey key) throws IOException {
        return true;
    }

    /** Ends a lease. A failure is logged. */
    default void releaseLease(ResultKey key) {}
}
