/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.result;

import java.io.IOException;
import java.time.Instant;

/** Named leases, shared by all nodes of a repository. At most one owner has an unexpired lease. Thread-safe. */
interface LeaseTable {

    /** Acquires a lease that is free or has expired. Returns whether the owner has the lease now. */
    boolean acquire(String name, String owner, Instant now, Instant expiresAt) throws IOException;

    /** Extends a lease. Returns false if the owner does not have it any more. */
    boolean renew(String name, String owner, Instant expiresAt) throws IOException;

    /** Releases a lease. Has no effect if the owner does not have it any more. */
    void release(String name, String owner) throws IOException;

    /** Removes the leases that expired before this time, because their nodes have died. */
    void removeExpired(Instant before) throws IOException;
}
