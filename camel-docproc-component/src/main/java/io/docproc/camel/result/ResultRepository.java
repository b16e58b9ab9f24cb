/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.result;

import java.io.IOException;
import java.util.Optional;
import org.apache.camel.Service;

/**
 * Stores the responses of billed calls, so that the same document with the same options is billed only once. Several
 * nodes may share a repository. Implementations are thread-safe and stream in both directions. They do not join the
 * caller's transaction, so that a rollback of the route keeps stored results.
 *
 * <p>Rules for callers, which {@link SingleFlight} and the component follow:
 *
 * <ul>
 *   <li>If {@link #find} or {@link #tryAcquire} fails, the call is not made. Nothing is sent, and a retry is safe. A
 *       call in spite of the failure could bill a stored result again.
 *   <li>If a result cannot be written or committed, the exchange does not fail: the result was billed and is delivered.
 *       The caller logs the failure. The same document is billed again if the route processes it again.
 *   <li>Only complete responses of successful calls are committed, never an error or a partial result.
 * </ul>
 */
public interface ResultRepository extends Service {

    /**
     * Returns the stored result of a call; empty if there is none or it has expired.
     *
     * @throws IOException if the store fails
     */
    Optional<StoredResult> find(ResultKey key) throws IOException;

    /**
     * Acquires the lease for the call of a key without waiting. Another caller may have stored the result just before,
     * so call {@link #find} again under the lease.
     *
     * @return the lease; empty while another caller holds it
     * @throws IOException if the store fails
     */
    Optional<ResultLease> tryAcquire(ResultKey key) throws IOException;

    /**
     * Removes the stored result of a call. Has no effect if there is none.
     *
     * @throws IOException if the store fails
     */
    void remove(ResultKey key) throws IOException;
}
