/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.observe;

import java.util.Optional;

/**
 * Result of a request for an account's balance.
 *
 * @param reading the last known balance or failure; empty if there is none
 * @param state whether the reading is current, or why it is not
 */
record AccountReport(Optional<CachedBalance> reading, State state) {

    /** State of a request for the balance. */
    enum State {
        /** The reading is within the requested age. */
        CURRENT,
        /** No balance call was made, because the rate limit grants no permit. */
        RATE_LIMITED,
        /** The balance call has not completed within the timeout, could not be started, or the wait was interrupted. */
        PENDING
    }
}
