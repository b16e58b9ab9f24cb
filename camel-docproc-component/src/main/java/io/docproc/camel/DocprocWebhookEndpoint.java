/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel;

import io.docproc.camel.internal.operation.DocprocOperation;
import io.docproc.camel.internal.webhook.CompletionService;
import io.docproc.camel.internal.webhook.ConsumerPaths;
import io.docproc.camel.internal.webhook.WebhookHandler;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import org.apache.camel.LoggingLevel;
import org.apache.camel.Processor;
import org.apache.camel.component.webhook.WebhookCapableEndpoint;
import org.apache.camel.component.webhook.WebhookConfiguration;
import org.apache.camel.spi.ExceptionHandler;
import org.apache.camel.support.AsyncProcessorConverterHelper;
import org.apache.camel.support.LoggingExceptionHandler;

/**
 * Consumer endpoint for camel-webhook: {@code from("webhook:docproc:webhook")}. Its registration sets the public
 * callback URL that {@code parseAsync} uses. Loaded only if camel-webhook is on the class path.
 */
public class DocprocWebhookEndpoint extends DocprocEndpoint implements WebhookCapableEndpoint {
    private WebhookConfiguration webhookConfiguration;

    DocprocWebhookEndpoint(
            String uri, DocprocComponent component, DocprocOperation operation, EndpointConfiguration configuration) {
        super(uri, component, operation, configuration);
    }

    @Override
    public Processor createWebhookHandler(Processor next) {
        ExceptionHandler failures =
                new LoggingExceptionHandler(getCamelContext(), CompletionService.class, LoggingLevel.WARN);
        ConsumerPaths.of(getCamelContext()).add(this, getConfiguration().getPath());
        return new WebhookHandler(
                getCamelContext(), completionService(AsyncProcessorConverterHelper.convert(next), () -> failures));
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
    protected void doShutdown() throws Exception {
        ConsumerPaths.of(getCamelContext()).remove(this);
        super.doShutdown();
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
