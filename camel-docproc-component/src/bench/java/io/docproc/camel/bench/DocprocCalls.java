/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.bench;

import io.docproc.camel.DocprocComponent;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.ProducerTemplate;
import org.apache.camel.StreamCache;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;

/** Calls through the component. */
final class DocprocCalls implements Calls {
    private final CamelContext context = new DefaultCamelContext();
    private final ProducerTemplate template = context.createProducerTemplate();
    private final Path image;
    private final Path document;
    private final ImageFiles images;

    DocprocCalls(Addresses addresses, Path image, BenchmarkData material) throws Exception {
        this.image = image;
        this.document = material.largeDocument();
        this.images = new ImageFiles(image);
        account(context, "docproc");
        context.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:crop").to("docproc:crop?baseUrl=" + addresses.crop());
                from("direct:extract").to(extraction(addresses.extract()));
                from("direct:parse").to("docproc:parseSync?baseUrl=" + addresses.parse());
            }
        });
        context.start();
    }

    /** Returns the endpoint URI of an extraction. */
    static String extraction(String baseUrl) {
        return "docproc:extract?schema=RAW(" + BenchmarkData.SCHEMA + ")&baseUrl=" + baseUrl;
    }

    /** Adds a component with an account and returns it. */
    static DocprocComponent account(CamelContext context, String name) {
        DocprocComponent component = new DocprocComponent();
        component.getConfiguration().setAppId("bench");
        component.getConfiguration().setSecretCode("bench-secret");
        context.addComponent(name, component);
        return component;
    }

    @Override
    public void crop() throws Exception {
        images.write(send("direct:crop", image).getMessage().getBody(StreamCache.class)::writeTo);
    }

    @Override
    public void extract() throws Exception {
        send("direct:extract", document);
    }

    @Override
    public void parse(Path document) throws Exception {
        Exchange exchange = send("direct:parse", document);
        try (InputStream result = exchange.getMessage().getBody(InputStream.class)) {
            result.transferTo(OutputStream.nullOutputStream());
        }
    }

    private Exchange send(String endpoint, Path document) throws Exception {
        Exchange exchange =
                template.send(endpoint, message -> message.getMessage().setBody(document.toFile()));
        if (exchange.isFailed()) {
            throw exchange.getException();
        }
        return exchange;
    }

    @Override
    public void close() {
        context.stop();
    }
}
