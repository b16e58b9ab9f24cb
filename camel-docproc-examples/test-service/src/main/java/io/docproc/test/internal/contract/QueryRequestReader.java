/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test.internal.contract;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.docproc.test.ServiceErrorException;
import io.docproc.test.ServiceRequest;
import io.docproc.test.internal.account.ServicePaths;
import java.util.Set;

/** Readers of the calls without body. */
public final class QueryRequestReader {
    private static final int INVALID = 40004;

    private QueryRequestReader() {}

    /** Reads a call without parameters. */
    public static ServiceRequest none(IncomingCall call) {
        call.query().allowOnly(Set.of());
        return call.head();
    }

    /** Reads a package quota request (interface document, Endpoints 6). */
    public static ServiceRequest packages(IncomingCall call) {
        call.query().allowOnly(Set.of("api_path", "include_all"));
        String service = call.query().text("api_path").orElse("");
        if (!ServicePaths.WITH_PACKAGES.contains(service)) {
            throw new ServiceErrorException(
                    INVALID,
                    "Invalid params: api_path is required; allowed: " + String.join(", ", ServicePaths.WITH_PACKAGES));
        }
        call.query().requireSwitch("include_all");
        return call.head();
    }

    /** Reads a call with a path variable that the responder needs. */
    public static RequestReader variable(String name) {
        return call -> none(call)
                .withBody(JsonNodeFactory.instance
                        .objectNode()
                        .put(name, call.pathParameters().get(name)));
    }
}
