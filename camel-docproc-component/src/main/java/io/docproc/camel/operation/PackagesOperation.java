/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.operation;

import io.docproc.camel.error.ErrorCode;
import io.docproc.camel.http.ServiceCall;
import io.docproc.camel.model.ServicePackage;
import io.docproc.camel.model.ServicePackages;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

/** The account's packages for a service (interface document, endpoint 6). Costs nothing. */
final class PackagesOperation implements Operation {
    private static final List<WireField> QUERY = List.of(
            WireField.plain(Options.API_PATH, "api_path"), WireField.zeroOrOne(Options.INCLUDE_ALL, "include_all"));

    static final List<Option<?>> OPTIONS = OptionLists.of(QUERY);

    private final URI url;

    PackagesOperation(OperationContext context) {
        this.url = context.main("/user/finance/package");
    }

    /** The shape of {@code data}. */
    record PackageList(List<ServicePackage> list) {
        PackageList {
            list = Stream.ofNullable(list)
                    .flatMap(List::stream)
                    .filter(Objects::nonNull)
                    .toList();
        }
    }

    @Override
    public Outcome perform(Invocation invocation) {
        Map<String, String> query = new LinkedHashMap<>();
        WireField.writeQuery(QUERY, invocation.options(), query);
        if (!query.containsKey("api_path")) {
            throw ErrorCode.PARAMETER_ERROR.refusal(
                    invocation.operation(),
                    "option apiPath is required: set it to the path of the service to query, for example"
                            + " /ai/service/v1/pdf_to_markdown");
        }
        ServiceCall call = ServiceCall.get(invocation.operation(), url, query);
        StoredAnswer answer =
                invocation.call(call, response -> StoredAnswer.read(response, invocation.spool(), Set.of("message")));
        answer.envelope().requireSuccess();
        PackageList packages = answer.payloadAs("data", PackageList.class);
        return Outcome.of(new ServicePackages(packages.list()), answer.envelope());
    }
}
