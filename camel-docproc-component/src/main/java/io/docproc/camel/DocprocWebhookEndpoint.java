/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel;

import io.docproc.camel.internal.operation.DocprocOperation;
import io.docproc.camel.internal.webhook.CallbackService;
import io.docproc.camel.internal.webhook.CompletionExchanges;
import io.docproc.camel.internal.webhook.WebhookHandler;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import org.apache.camel.Processor;
import org.apache.camel.component.webhook.WebhookCapableEndpoint;
import org.apache.camel.component.webhook.WebhookConfiguration;
import org.apache.camel.support.AsyncProcessorConverterHelper;

/**
 * Consumer endpoint for camel-webhook: {@code from("webhook:docproc:webhook")}. Its registration sets the public
 * callback URL that {@code parseAsync} uses. Loaded only if camel-webhook is on the class path.
 */
public class DocprocWebhookEndpoint extends DocprocEndpoint implements WebhookCapableEndpoint {
    private WebhookConfiguration webhookConfiguration;

    /** Creates an endpoint of a component. */
    public DocprocWebhookEndpoint(String uri, DocprocComponent component, DocprocOperation operation) {
        super(uri, component, operation);
    }

    @Override
    public Processor createWebhookHandler(Processor next) {
        CallbackService reception = new CallbackServiceFactory(this)
                .create(
                        CompletionExchanges.unpooled(this::createExchange),
                        AsyncProcessorConverterHelper.convert(next));
        return new WebhookHandler(getCamelContext(), reception);
    }

    @Override
    public void registerWebhook() throws Exception {
        getComponent().registerCallbackAddress(Optional.of(URI.create(webhookConfiguration.computeFullExternalUrl())));
    }

    @Override
    public void unregisterWebhook() {
        getComponent().registerCallbackAddress(Optional.empty());
    }

    @Override
    public void setWebhookConfiguration(WebhookConfiguration webhookConfiguration) {
        this.webhookConfiguration = webhookConfiguration;
    }

    @Override
    public List<String> getWebhookMethods() {
        return List.of("POST");
    }
}
