/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test.internal.responder;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.docproc.test.ServiceRequest;
import io.docproc.test.internal.account.Account;
import io.docproc.test.internal.account.Balance;
import io.docproc.test.internal.account.ServicePackage;
import java.time.format.DateTimeFormatter;

/** Responders of the finance queries (interface document, Endpoints 5 and 6). */
public final class AccountResponders {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss");

    private final Account account;

    /** Creates responders for an account. */
    public AccountResponders(Account account) {
        this.account = account;
    }

    /** Responds to {@code balance}. */
    public ObjectNode balance(ServiceRequest request) {
        Balance balance = account.balance();
        return JsonNodeFactory.instance
                .objectNode()
                .put("balance", balance.total())
                .put("available_balance", balance.available())
                .put("unavailable_balance", balance.unavailable());
    }

    /** Responds to {@code packages}. */
    public ObjectNode packages(ServiceRequest request) {
        String service = request.parameters().get("api_path");
        boolean all = "1".equals(request.parameters().get("include_all"));
        ObjectNode data = JsonNodeFactory.instance.objectNode();
        ArrayNode list = data.putArray("list");
        (all ? account.allPackages(service) : account.packagesInEffect(service)).forEach(it -> list.add(json(it)));
        return data;
    }

    private static ObjectNode json(ServicePackage it) {
        ObjectNode json = JsonNodeFactory.instance.objectNode().put("id", it.id());
        it.services().forEach(json.putArray("service_list")::add);
        return json.put("total_count", it.totalCount())
                .put("remain_count", it.remainCount())
                .put("use_count", it.useCount())
                .put("create_time", TIME.format(it.start()))
                .put("start_time", TIME.format(it.start()))
                .put("end_time", TIME.format(it.end()));
    }
}
