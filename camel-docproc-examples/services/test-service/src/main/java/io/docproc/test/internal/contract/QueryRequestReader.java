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
    private static final int MAX_PAGE_SIZE = 1000;

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

    /** Reads a call with one parameter, which is required. */
    public static RequestReader parameter(String name) {
        return call -> {
            call.query().allowOnly(Set.of(name));
            call.query().required(name);
            return call.head();
        };
    }

    /** Reads a query of the files that were uploaded to the workflow service. */
    public static ServiceRequest files(IncomingCall call) {
        QueryParameters query = call.query();
        query.allowOnly(Set.of(
                "workspace_id",
                "batch_number",
                "file_id",
                "task_id",
                "category",
                "recognition_status",
                "verification_status",
                "start_time",
                "page",
                "page_size"));
        query.required("workspace_id");
        query.requireBetween("page", 1, Integer.MAX_VALUE);
        query.requireBetween("page_size", 1, MAX_PAGE_SIZE);
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
