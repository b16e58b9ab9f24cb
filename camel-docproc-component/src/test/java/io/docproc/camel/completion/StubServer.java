/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.completion;

import io.docproc.camel.DocprocComponent;
import io.docproc.camel.testkit.CallbackServer;
import io.docproc.camel.testkit.ServiceDouble;
import io.docproc.camel.testkit.TestContexts;
import java.io.Closeable;
import java.io.InputStream;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.camel.AsyncCallback;
import org.apache.camel.AsyncProcessor;
import org.apache.camel.CamelContext;
import org.apache.camel.Consumer;
import org.apache.camel.Endpoint;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.spi.RestConfiguration;
import org.apache.camel.spi.RestConsumerFactory;
import org.apache.camel.spi.ShutdownAware;
import org.apache.camel.support.AsyncProcessorConverterHelper;
import org.apache.camel.support.DefaultComponent;
import org.apache.camel.support.DefaultConsumer;
import org.apache.camel.support.DefaultExchange;

/** HTTP server whose requests the test creates, with a webhook consumer. */
final class StubServer extends DefaultComponent implements RestConsumerFactory, Closeable {
    static final String SIGNED = CallbackServer.signed(URI.create("https://hooks.example.com"), "a.pdf")
            .getRawQuery();

    final DefaultCamelContext camel = TestContexts.create();
    final List<Exchange> routed = new CopyOnWriteArrayList<>();
    private AsyncProcessor callbacks;

    StubServer(int maxCallbackSize) {
        DocprocComponent docproc = camel.getComponent("docproc", DocprocComponent.class);
        ServiceDouble.configure(docproc.getConfiguration(), "http://localhost:9");
        docproc.getConfiguration().setCallbackSecret(CallbackServer.SECRET);
        camel.addComponent("stub-server", this);
        try {
            RouteBuilder.addRoutes(camel, routes -> routes.from(
                            "docproc:webhook?webhookComponentName=stub-server&maxCallbackSize=" + maxCallbackSize)
                    .routeId("completions")
                    .process(routed::add));
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
        camel.start();
    }

    @Override
    protected Endpoint createEndpoint(String uri, String remaining, Map<String, Object> parameters) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Consumer createConsumer(
            CamelContext context,
            Processor processor,
            String verb,
            String basePath,
            String uriTemplate,
            String consumes,
            String produces,
            RestConfiguration configuration,
            Map<String, Object> parameters) {
        callbacks = AsyncProcessorConverterHelper.convert(processor);
        return new DefaultConsumer(context.getEndpoint("direct:stub-server"), processor);
    }

    Exchange request(String method, String contentType, String rawQuery, InputStream body) {
        Exchange http = new DefaultExchange(camel);
        http.getMessage().setHeader(Exchange.HTTP_METHOD, method);
        http.getMessage().setHeader(Exchange.CONTENT_TYPE, contentType);
        http.getMessage().setHeader(Exchange.HTTP_RAW_QUERY, rawQuery);
        http.getMessage().setBody(body);
        return http;
    }

    void process(Exchange http, AsyncCallback done) {
        callbacks.process(http, done);
    }

    /** Returns the number of callbacks that a stop waits for. */
    int pending() {
        return ((ShutdownAware) camel.getRoute("completions").getConsumer()).getPendingExchangesSize();
    }

    @Override
    public void close() {
        camel.stop();
    }
}
