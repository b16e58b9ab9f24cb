/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.operation;

import io.docproc.camel.internal.http.ServiceCall;
import io.docproc.camel.model.ServicePackage;
import io.docproc.camel.model.ServicePackages;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Operation {@code packages}: queries the packages of the account for a service (interface document, endpoint 6). Not
 * billed.
 */
final class PackagesOperation implements Operation {
    static final List<CallOption<?>> OPTIONS = List.of(
            CallOption.text("apiPath").sentAs("api_path"),
            CallOption.flag("includeAll").sentAs("include_all", RequestField::zeroOrOne));

    private static final Set<String> LIST = Set.of("list");

    private final URI url;

    PackagesOperation(OperationContext context) {
        this.url = context.main("/user/finance/package");
    }

    /** Structure of the field {@code data} of the response. */
    record PackageList(List<ServicePackage> list) {
        PackageList {
            list = Stream.ofNullable(list)
                    .flatMap(List::stream)
                    .filter(Objects::nonNull)
                    .toList();
        }
    }

    @Override
    public OperationResult perform(Invocation invocation) {
        Map<String, String> query = RequestFields.query(OPTIONS, invocation.options());
        if (!query.containsKey("api_path")) {
            throw invocation
                    .options()
                    .refusal("option apiPath is required: set it to the path of the service to query, for example"
                            + " /ai/service/v1/pdf_to_markdown");
        }
        ServiceCall call = ServiceCall.get(invocation.operation(), url).withQuery(query);
        SpooledResponse response = invocation.successfulCall(call, LIST);
        PackageList packages = response.require("data", LIST).payloadAs("data", PackageList.class);
        return OperationResult.of(new ServicePackages(packages.list()), response.envelope());
    }
}
