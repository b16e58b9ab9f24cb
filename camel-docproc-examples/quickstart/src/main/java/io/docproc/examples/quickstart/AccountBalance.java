/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.quickstart;

import io.docproc.camel.error.DocprocException;
import io.docproc.camel.model.Balance;
import io.docproc.camel.model.ServicePackage;
import io.docproc.camel.model.ServicePackages;
import io.docproc.examples.support.DocumentProgress;
import java.util.Objects;
import org.apache.camel.CamelExecutionException;
import org.apache.camel.ProducerTemplate;

/** Reads the balance and the packages of the account, which is not billed. */
final class AccountBalance {
    private static final String PACKAGES = "docproc:packages?apiPath=/ai/service/v1/pdf_to_markdown";

    private final ProducerTemplate template;

    AccountBalance(ProducerTemplate template) {
        this.template = template;
    }

    /** Returns the available balance, or the reason why it is unknown. */
    String available() {
        try {
            Balance balance = template.requestBody("docproc:balance", null, Balance.class);
            long calls = template.requestBody(PACKAGES, null, ServicePackages.class).stream()
                    .map(ServicePackage::remainCount)
                    .filter(Objects::nonNull)
                    .mapToLong(Long::longValue)
                    .sum();
            return balance.availableBalance().toPlainString() + (calls == 0 ? "" : " and " + calls + " prepaid calls");
        } catch (CamelExecutionException e) {
            if (e.getCause() instanceof DocprocException failure) {
                return "unknown (" + DocumentProgress.reason(failure) + ")";
            }
            throw e;
        }
    }
}
