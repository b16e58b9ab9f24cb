/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.result;

import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import org.apache.camel.Service;

/**
 * Stores the results of billed calls, so that the same document with the same options is billed once, and counts the
 * calls that were sent without a complete response. A result is a sequence of bytes, whose integrity the component checks
 * itself: a damaged result fails the call until it is deleted. If a method other than {@link #store} and {@link #answered} fails, the call
 * is not made; if a result cannot be stored, it is delivered nevertheless. Implementations are thread-safe, stream in
 * both directions, and do not join the transaction of the caller, so that a rollback of the route keeps stored results.
 */
public interface ResultRepository extends Service {

    /**
     * Opens the stored result of a call, which the caller closes; empty if there is none or it has expired.
     *
     * @throws IOException if the store fails
     */
    Optional<InputStream> find(ResultKey key) throws IOException;

    /**
     * Stores the result of a call, and ends the count of its unanswered calls. The result is invisible until it is
     * complete and durable, and then replaces an earlier one.
     *
     * @param content the bytes of the result, which the caller closes
     * @param length the number of bytes
     * @throws IOException if the content cannot be read, or the store fails; the calls are then still counted
     */
    void store(ResultKey key, InputStream content, long length) throws IOException;

    /**
     * Acquires the exclusive right to make the call of a key, without waiting. The lease of a node that died ends after
     * a time.
     *
     * @return the attempts that were entered since the last response, unless the last one was more than 7 days ago;
     *     empty while another caller has the lease, on this node or on another
     * @throws IOException if the store fails
     */
    Optional<UnansweredCalls> tryLease(ResultKey key) throws IOException;

    /**
     * Enters an attempt right before its first byte is sent. The entry is durable when this method returns: it remains
     * if the process is killed, until {@link #store}, {@link #answered} or {@link #delete} ends the count.
     *
     * @return false if the caller no longer has the lease; nothing may be sent then
     * @throws IOException if the store fails; nothing may be sent then
     */
    boolean enter(ResultKey key) throws IOException;

    /**
     * Ends the count of unanswered calls: the service has answered, or is certain not to bill the call.
     *
     * @throws IOException if the store fails; the calls are then still counted
     */
    void answered(ResultKey key) throws IOException;

    /** Ends a lease. A failure is logged. */
    void releaseLease(ResultKey key);

    /**
     * Deletes the result of a call and the count of its unanswered calls, so that the same document is called again.
     * Does nothing if there are none. The result of a call in flight is stored nevertheless.
     *
     * @throws IOException if the store fails
     */
    void delete(ResultKey key) throws IOException;

    /**
     * Deletes all results and all counts, as {@link #delete} does.
     *
     * @throws IOException if the store fails
     */
    void deleteAll() throws IOException;
}
