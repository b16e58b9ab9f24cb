/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel;

import io.docproc.camel.webhook.WebhookReception;
import org.apache.camel.AsyncCallback;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.support.AsyncProcessorSupport;
import org.apache.camel.support.service.ServiceHelper;

/**
 * Takes callbacks for a consumer of camel-webhook, which stops with its route without asking what is under way: so the
 * stop waits here.
 */
final class WebhookHandler extends AsyncProcessorSupport {
    private static final int UNAVAILABLE = 503;

    private final CamelContext context;
    private final WebhookReception reception;
    private final UnderWay callbacks = new UnderWay();

    WebhookHandler(CamelContext context, WebhookReception reception) {
        this.context = context;
        this.reception = reception;
    }

    @Override
    public boolean process(Exchange http, AsyncCallback callback) {
        if (callbacks.enter()) {
            return reception.process(http, callbacks.ending(callback));
        }
        http.getMessage().removeHeaders("*");
        http.getMessage().setHeader(Exchange.HTTP_RESPONSE_CODE, UNAVAILABLE);
        http.getMessage().setBody(null);
        callback.done(true);
        return true;
    }

    @Override
    protected void doStart() {
        ServiceHelper.startService(reception);
        callbacks.open();
    }

    @Override
    protected void doStop() {
        callbacks.close(context);
        ServiceHelper.stopService(reception);
    }

    @Override
    protected void doShutdown() {
        ServiceHelper.stopAndShutdownService(reception);
    }
}
