/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.operation;

import io.docproc.camel.internal.http.RequestBodies;
import io.docproc.camel.internal.http.ServiceCall;
import java.net.URI;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Call of the workflow-configuration service that the service has deprecated. */
final class WorkflowCall {
    private static final Logger LOG = LoggerFactory.getLogger("io.docproc.camel.internal.operation");

    private static final String BASE = "/api/app-api/sip/platform/v2/category";

    private final URI url;

    /**
     * Creates the call, and logs a warning that it is deprecated.
     *
     * @param replacement the path of the call that the service offers instead, below {@link #BASE}
     * @throws IllegalArgumentException if {@code workflowUrl} is not set
     */
    WorkflowCall(OperationContext context, String path, String replacement) {
        this.url = context.workflow(BASE + path);
        LOG.warn(
                "docproc:{} makes a call that the service has deprecated: it still works and is no longer maintained."
                        + " The service's replacement is {}{}; call it with"
                        + " docproc:call?service=workflow&servicePath={}{} and the JSON of the request as the body",
                context.name(),
                BASE,
                replacement,
                BASE,
                replacement);
    }

    /**
     * Sends a body and returns the response.
     *
     * @throws io.docproc.camel.error.DocprocException if the call fails, or the service reports an error
     */
    SpooledResponse send(Invocation invocation, WorkflowBody body) {
        ServiceCall call = ServiceCall.post(invocation.operation(), url, RequestBodies.json(body.bytes()));
        return invocation.successfulCall(call, Set.of());
    }
}
