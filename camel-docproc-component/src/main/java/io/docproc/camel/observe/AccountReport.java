/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.observe;

import java.util.Optional;

/**
 * What is known of an account when somebody wants to know it.
 *
 * @param reading what was learnt last; empty when nothing has been
 * @param state why nothing newer is known
 */
record AccountReport(Optional<AccountReading> reading, State state) {

    /** How a question went. */
    enum State {
        /** The service was asked, now or not long ago. */
        CURRENT,
        /** The service was not asked, because the quota leaves no room now. */
        HELD_BACK,
        /** The service was asked and has not answered in time. */
        PENDING
    }
}
