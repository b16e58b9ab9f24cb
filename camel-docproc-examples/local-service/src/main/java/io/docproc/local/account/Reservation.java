/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.account;

import java.util.function.Consumer;

/** Money or a package call put aside while a call is worked on: paid if it succeeds, given back if it does not. */
public final class Reservation implements AutoCloseable {
    private final Charge charge;
    private final Consumer<Charge> refund;
    private boolean open = true;

    Reservation(Charge charge, Consumer<Charge> refund) {
        this.charge = charge;
        this.refund = refund;
    }

    /** The call succeeded: what was put aside is spent. */
    public Charge settle() {
        open = false;
        return charge;
    }

    /** Gives back what was put aside, unless it was settled. */
    @Override
    public void close() {
        if (open) {
            open = false;
            refund.accept(charge);
        }
    }
}
