/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test;

import io.docproc.camel.DocprocComponent;
import io.docproc.camel.model.ParseCompletion;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.component.platform.http.main.MainHttpServer;
import org.apache.camel.component.platform.http.vertx.VertxPlatformHttpServer;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.support.service.ServiceHelper;

/** Application that submits parse jobs, receives their completions and downloads their results. */
final class CompletionRoute implements AutoCloseable {
    private final DefaultCamelContext context = new DefaultCamelContext();
    private final List<ParseCompletion> completions = new CopyOnWriteArrayList<>();
    private final List<String> results = new CopyOnWriteArrayList<>();
    private final AtomicInteger failures = new AtomicInteger();

    CompletionRoute(DocprocTestService service) throws Exception {
        MainHttpServer server = new MainHttpServer();
        server.setHost("localhost");
        server.setPort(0);
        context.addService(server);
        ServiceHelper.startService(server);
        DocprocComponent component = context.getComponent("docproc", DocprocComponent.class);
        component.getConfiguration().setBaseUrl(service.baseUrl());
        component.getConfiguration().setAppId(service.appId());
        component.getConfiguration().setSecretCode(service.secretCode());
        component
                .getConfiguration()
                .setPublicUrl("http://localhost:"
                        + context.hasService(VertxPlatformHttpServer.class).getPort());
        component.getConfiguration().setCallbackSecret(service.callbackSecret());
        context.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from("docproc:webhook")
                        .process(exchange -> {
                            if (failures.getAndDecrement() > 0) {
                                throw new IllegalStateException("not now");
                            }
                            completions.add(exchange.getMessage().getBody(ParseCompletion.class));
                        })
                        .filter(body().method("resultUrl").isNotNull())
                        .to("docproc:parseResult")
                        .process(exchange -> results.add(exchange.getMessage().getBody(String.class)));
            }
        });
        context.start();
    }

    /** Submits a document and returns the job id. */
    String submit(String fileName) {
        return context.createProducerTemplate()
                .requestBodyAndHeader(
                        "docproc:parseAsync",
                        Documents.PDF,
                        "CamelFileName",
                        fileName,
                        io.docproc.camel.model.ParseJob.class)
                .jobId();
    }

    /** Fails the next completions. */
    void failNext(int number) {
        failures.set(number);
    }

    /** Returns the downloaded results. */
    List<String> results() {
        return results;
    }

    List<ParseCompletion> completions() {
        return completions;
    }

    @Override
    public void close() {
        context.stop();
    }
}
