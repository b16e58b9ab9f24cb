/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.endpoint;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.docproc.local.account.Account;
import io.docproc.local.account.Balance;
import io.docproc.local.http.Call;
import io.docproc.local.http.Endpoint;
import java.util.Set;

/** Balance (interface document, Endpoints 5). */
public final class BalanceEndpoint implements Endpoint {
    private final Account account;

    public BalanceEndpoint(Account account) {
        this.account = account;
    }

    @Override
    public ObjectNode answer(Call call) {
        call.query().allowOnly(Set.of());
        Balance balance = account.balance();
        ObjectNode members = JsonNodeFactory.instance.objectNode();
        members.putObject("data")
                .put("balance", balance.total())
                .put("available_balance", balance.available())
                .put("unavailable_balance", balance.unavailable());
        return members;
    }
}
