/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.operation;

import io.docproc.camel.http.ServiceCall;
import io.docproc.camel.model.Balance;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The account's money (interface document, endpoint 5). Costs nothing. */
final class BalanceOperation implements Operation {
    static final List<Option<?>> OPTIONS = List.of();

    private final URI url;

    BalanceOperation(OperationContext context) {
        this.url = context.main("/user/finance/balance");
    }

    @Override
    public Outcome perform(Invocation invocation) {
        ServiceCall call = ServiceCall.get(invocation.operation(), url, Map.of());
        StoredAnswer answer =
                invocation.call(call, response -> StoredAnswer.read(response, invocation.spool(), Set.of("message")));
        answer.envelope().requireSuccess();
        return Outcome.of(answer.payloadAs("data", Balance.class), answer.envelope());
    }
}
