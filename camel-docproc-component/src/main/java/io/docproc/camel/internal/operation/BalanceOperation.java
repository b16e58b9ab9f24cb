/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.operation;

import io.docproc.camel.internal.http.ServiceCall;
import io.docproc.camel.model.Balance;
import java.net.URI;
import java.util.List;
import java.util.Set;

/** Operation {@code balance}: queries the balance of the account (interface document, endpoint 5). Not billed. */
final class BalanceOperation implements Operation {
    static final List<CallOption<?>> OPTIONS = List.of();

    private static final Set<String> AMOUNTS = Set.of("balance", "available_balance", "unavailable_balance");

    private final URI url;

    BalanceOperation(OperationContext context) {
        this.url = context.main("/user/finance/balance");
    }

    @Override
    public OperationResult perform(Invocation invocation) {
        SpooledResponse response = invocation.successfulCall(ServiceCall.get(invocation.operation(), url), AMOUNTS);
        return OperationResult.of(
                response.require("data", AMOUNTS).payloadAs("data", Balance.class), response.envelope());
    }
}
