/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel;

import io.docproc.camel.internal.operation.DocprocOperation;

/** Creates endpoints. A consumer endpoint also supports camel-webhook if camel-webhook is on the class path. */
final class DocprocEndpoints {
    private static final String CAMEL_WEBHOOK = "org.apache.camel.component.webhook.WebhookCapableEndpoint";

    private DocprocEndpoints() {}

    static DocprocEndpoint create(String uri, DocprocComponent component, DocprocOperation operation) {
        boolean webhookThere = operation.receives()
                && component.getCamelContext().getClassResolver().resolveClass(CAMEL_WEBHOOK) != null;
        return webhookThere
                ? CamelWebhook.endpoint(uri, component, operation)
                : new DocprocEndpoint(uri, component, operation);
    }

    /** Separate class, so that the JVM resolves classes of camel-webhook only if they are on the class path. */
    private static final class CamelWebhook {
        static DocprocEndpoint endpoint(String uri, DocprocComponent component, DocprocOperation operation) {
            return new DocprocWebhookEndpoint(uri, component, operation);
        }
    }
}
