/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.result;

import java.io.Closeable;
import java.io.IOException;
import java.util.Optional;

/**
 * Outcome of a reservation: either the stored result, or the lease under which the caller makes the call. Exactly one
 * of the two is present.
 *
 * @param result the stored result
 * @param lease the lease for the call and the storage of its result
 */
public record Reservation(Optional<StoredResult> result, Optional<ResultLease> lease) implements Closeable {

    static Reservation of(StoredResult result) {
        return new Reservation(Optional.of(result), Optional.empty());
    }

    static Reservation of(ResultLease lease) {
        return new Reservation(Optional.empty(), Optional.of(lease));
    }

    /** Closes the result, or releases the lease. */
    @Override
    public void close() throws IOException {
        if (result.isPresent()) {
            result.get().close();
        }
        lease.ifPresent(ResultLease::close);
    }
}
