/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test.internal.account;

import io.docproc.test.Charge;
import java.util.Optional;
import java.util.function.Consumer;

/** Reserved price of a call in flight: settled if the call succeeds, else returned. Not thread-safe. */
public final class Reservation implements AutoCloseable {
    private final Optional<Charge> charge;
    private final Consumer<Charge> refund;
    private boolean open = true;

    Reservation(Optional<Charge> charge, Consumer<Charge> refund) {
        this.charge = charge;
        this.refund = refund;
    }

    /** Charges the call. Returns the charge; empty if the call is not billed. */
    public Optional<Charge> settle() {
        open = false;
        return charge;
    }

    /** Returns the reserved price unless it was settled. */
    @Override
    public void close() {
        if (open) {
            open = false;
            charge.ifPresent(refund);
        }
    }
}
