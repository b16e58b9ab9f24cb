/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.observe;

import io.docproc.camel.error.DocprocException;
import io.docproc.camel.model.Balance;
import java.util.Optional;

/**
 * Retrieves an account's balance from the service. The call is not billed, and fails if the credentials are invalid.
 */
@FunctionalInterface
public interface BalanceSource {
    /**
     * Retrieves the balance. Blocks the calling thread.
     *
     * @return the balance; empty if the rate limit currently grants no permit
     * @throws DocprocException if there is no response, or if the response is a failure
     */
    Optional<Balance> ask();
}
