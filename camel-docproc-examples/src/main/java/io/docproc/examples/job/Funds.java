/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.job;

import io.docproc.camel.error.DocprocException;
import io.docproc.camel.model.Balance;
import org.apache.camel.CamelExecutionException;
import org.apache.camel.ProducerTemplate;

/** Asks for the account's money, which costs nothing. */
final class Funds {
    private final ProducerTemplate template;

    Funds(ProducerTemplate template) {
        this.template = template;
    }

    /** What can be spent, or why that is not known. */
    String available() {
        try {
            Balance balance = template.requestBody("docproc:balance", null, Balance.class);
            return balance.availableBalance().toPlainString();
        } catch (CamelExecutionException e) {
            if (e.getCause() instanceof DocprocException failure) {
                return "unknown (" + FailureNotes.failure(failure).summary() + ")";
            }
            throw e;
        }
    }
}
