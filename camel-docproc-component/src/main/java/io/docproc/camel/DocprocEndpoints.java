/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel;

import io.docproc.camel.operation.DocprocOperation;

/** Makes endpoints. Those that receive follow camel-webhook's convention too, where camel-webhook is there. */
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

    /** A class of its own, so that nothing of camel-webhook is asked for, not even to verify this class, without it. */
    private static final class CamelWebhook {
        static DocprocEndpoint endpoint(String uri, DocprocComponent component, DocprocOperation operation) {
            return new DocprocWebhookEndpoint(uri, component, operation);
        }
    }
}
