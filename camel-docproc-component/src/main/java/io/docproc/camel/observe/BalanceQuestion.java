/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.observe;

import io.docproc.camel.error.DocprocException;
import io.docproc.camel.model.Balance;
import java.util.Optional;

/** Asks the service for an account's money, which costs nothing and tells whether the credentials are good. */
@FunctionalInterface
public interface BalanceQuestion {
    /**
     * Asks, blocking the calling thread.
     *
     * @return the balance; empty when the quota leaves no room for the question now
     * @throws DocprocException when there is no answer or it is a failure
     */
    Optional<Balance> ask();
}
