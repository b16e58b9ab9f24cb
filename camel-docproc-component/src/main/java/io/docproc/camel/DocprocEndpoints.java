/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel;

import io.docproc.camel.internal.operation.DocprocOperation;
import org.apache.camel.support.HealthCheckComponent;

/** Creates endpoints. A consumer endpoint also supports camel-webhook if camel-webhook is on the class path. */
final class DocprocEndpoints {
    private static final String CAMEL_WEBHOOK = "org.apache.camel.component.webhook.WebhookCapableEndpoint";

    private DocprocEndpoints() {}

    static DocprocEndpoint create(
            String uri,
            HealthCheckComponent component,
            DocprocOperation operation,
            DocprocConfiguration configuration,
            SharedResources resources) {
        boolean supportsCamelWebhook = operation.isForConsumers()
                && component.getCamelContext().getClassResolver().resolveClass(CAMEL_WEBHOOK) != null;
        return supportsCamelWebhook
                ? CamelWebhook.endpoint(uri, component, operation, configuration, resources)
                : new DocprocEndpoint(uri, component, operation, configuration, resources);
    }

    /** Separate class, so that the JVM resolves classes of camel-webhook only if they are on the class path. */
    private static final class CamelWebhook {
        static DocprocEndpoint endpoint(
                String uri,
                HealthCheckComponent component,
                DocprocOperation operation,
                DocprocConfiguration configuration,
                SharedResources resources) {
            return new DocprocWebhookEndpoint(uri, component, operation, configuration, resources);
        }
    }
}
