/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.endpoint;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.docproc.local.ServiceException;
import io.docproc.local.account.Account;
import io.docproc.local.account.SeedPackages;
import io.docproc.local.account.ServicePackage;
import io.docproc.local.http.Call;
import io.docproc.local.http.Endpoint;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Set;

/** Package quota (interface document, Endpoints 6). */
public final class PackagesEndpoint implements Endpoint {
    private static final int INVALID = 40004;
    private static final Set<String> API_PATHS = Set.of(SeedPackages.PARSING, SeedPackages.WORKFLOW);
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss");

    private final Account account;

    public PackagesEndpoint(Account account) {
        this.account = account;
    }

    @Override
    public ObjectNode answer(Call call) {
        call.query().allowOnly(Set.of("api_path", "include_all"));
        String service = call.query()
                .text("api_path")
                .filter(API_PATHS::contains)
                .orElseThrow(() -> new ServiceException(
                        INVALID,
                        "Invalid params: api_path is required; allowed: "
                                + String.join(", ", API_PATHS.stream().sorted().toList())));
        boolean all = call.query().flag("include_all", false);
        List<ServicePackage> packages = all ? account.allPackages(service) : account.packagesInEffect(service);
        ObjectNode members = JsonNodeFactory.instance.objectNode();
        ArrayNode list = members.putObject("data").putArray("list");
        packages.forEach(it -> list.add(record(it)));
        return members;
    }

    private static ObjectNode record(ServicePackage it) {
        ObjectNode json = JsonNodeFactory.instance.objectNode().put("id", it.id());
        it.serviceList().forEach(json.putArray("service_list")::add);
        return json.put("total_count", it.totalCount())
                .put("remain_count", it.remainCount())
                .put("use_count", it.useCount())
                .put("create_time", TIME.format(it.createTime()))
                .put("start_time", TIME.format(it.startTime()))
                .put("end_time", TIME.format(it.endTime()));
    }
}
