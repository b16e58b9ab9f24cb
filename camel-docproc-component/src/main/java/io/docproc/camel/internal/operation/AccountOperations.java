/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.operation;

import io.docproc.camel.internal.http.ServiceCall;
import io.docproc.camel.model.Balance;
import io.docproc.camel.model.ServicePackage;
import io.docproc.camel.model.ServicePackages;
import java.net.URI;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Operations {@code balance} and {@code packages}: query the balance of the account, and its packages for a service
 * (interface document, endpoints 5 and 6). Not billed.
 */
final class AccountOperations {
    private static final Set<String> AMOUNTS = Set.of("balance", "available_balance", "unavailable_balance");
    private static final Set<String> LIST = Set.of("list");

    private AccountOperations() {}

    /** Structure of the field {@code data} of the response. */
    record PackageList(List<ServicePackage> list) {
        PackageList {
            list = Stream.ofNullable(list)
                    .flatMap(List::stream)
                    .filter(Objects::nonNull)
                    .toList();
        }
    }

    static Operation balance(Operation.Settings settings) {
        URI url = settings.main("/user/finance/balance");
        return invocation -> {
            SpooledResponse response = invocation.successfulCall(ServiceCall.get(invocation.operation(), url), AMOUNTS);
            return Operation.Result.of(
                    response.require("data", AMOUNTS).payloadAs("data", Balance.class), response.envelope());
        };
    }

    static Operation packages(Operation.Settings settings) {
        URI url = settings.main("/user/finance/package");
        return invocation -> {
            OptionValues options = invocation.options();
            if (options.service().getApiPath() == null
                    && !options.document().getParam().containsKey("api_path")) {
                throw options.refusal("option apiPath is required: set it to the path of the service to query, for"
                        + " example /ai/service/v1/pdf_to_markdown");
            }
            ServiceCall call = ServiceCall.get(invocation.operation(), RequestFields.query(url, options));
            SpooledResponse response = invocation.successfulCall(call, LIST);
            PackageList packages = response.require("data", LIST).payloadAs("data", PackageList.class);
            return Operation.Result.of(new ServicePackages(packages.list()), response.envelope());
        };
    }
}
