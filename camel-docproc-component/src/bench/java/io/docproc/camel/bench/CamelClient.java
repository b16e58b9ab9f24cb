/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.bench;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.ProducerTemplate;
import org.apache.camel.StreamCache;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.component.jackson.JacksonDataFormat;
import org.apache.camel.impl.DefaultCamelContext;

/** Calls of routes: with the component, or hand-written. */
final class CamelClient implements Caller.Client {
    private static final String COUNT = "count";
    private static final ObjectMapper JSON = new ObjectMapper();

    private final CamelContext context = new DefaultCamelContext();
    private final ProducerTemplate template = context.createProducerTemplate();
    private final Data data;

    CamelClient(Data data, RouteBuilder routes) throws Exception {
        this.data = data;
        context.addRoutes(routes);
        context.start();
    }

    @Override
    public void crop(Path image, OutputStream jpeg) throws Exception {
        Object body = send("direct:crop", image).getMessage().getBody();
        if (body instanceof StreamCache cache) {
            cache.writeTo(jpeg);
        } else {
            jpeg.write((byte[]) body);
        }
    }

    @Override
    public void extract() throws Exception {
        send("direct:extract", data.document());
    }

    @Override
    public long elements() throws Exception {
        return count(send("direct:elements", data.image())).get();
    }

    private Exchange send(String endpoint, Path document) throws Exception {
        Exchange exchange = template.send(endpoint, message -> {
            message.setProperty(COUNT, new AtomicLong());
            message.getMessage().setBody(document.toFile());
        });
        if (exchange.isFailed()) {
            throw exchange.getException();
        }
        return exchange;
    }

    private static AtomicLong count(Exchange exchange) {
        return exchange.getProperty(COUNT, AtomicLong.class);
    }

    /** Returns routes with the component. */
    static RouteBuilder docproc(String url) {
        return new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:crop").to("docproc:crop?" + account("bench", url + "/response/crop"));
                from("direct:extract").to(extraction("docproc", url + "/response/extract"));
                from("direct:elements")
                        .to("docproc:parseSync?output=elements&" + account("bench", url + "/response/parse"))
                        .split(body())
                        .streaming()
                        .process(element -> count(element).incrementAndGet());
            }
        };
    }

    private static String account(String appId, String baseUrl) {
        return "appId=" + appId + "&secretCode=bench-secret&baseUrl=" + baseUrl;
    }

    /** Returns the URI of an extraction with a component of this name, which has its own account. */
    static String extraction(String component, String baseUrl) {
        return component + ":extract?schema=RAW(" + Data.SCHEMA + ")&" + account(component, baseUrl);
    }

    /** Returns routes as a user would write them: camel-http, camel-jackson and a check of {@code code}. */
    static RouteBuilder handWritten(String url) {
        JacksonDataFormat json = new JacksonDataFormat(Map.class);
        return new RouteBuilder() {
            @Override
            public void configure() {
                interceptSendToEndpoint("http:*")
                        .setHeader("x-ti-app-id", constant("bench"))
                        .setHeader("x-ti-secret-code", constant("bench-secret"));
                from("direct:crop")
                        .setHeader(Exchange.CONTENT_TYPE, constant("application/octet-stream"))
                        .to(url + "/response/crop" + Data.CROP)
                        .unmarshal(json)
                        .process(CamelClient::requireSuccess)
                        .process(CamelClient::decodeImage);
                from("direct:extract")
                        .process(CamelClient::extractionRequest)
                        .marshal(json)
                        .setHeader(Exchange.CONTENT_TYPE, constant("application/json"))
                        .to(url + "/response/extract" + Data.EXTRACT)
                        .unmarshal(json)
                        .process(CamelClient::requireSuccess);
                from("direct:elements")
                        .streamCache("false")
                        .to(url + "/response/parse" + Data.PARSE + "?disableStreamCache=true")
                        .process(CamelClient::readElements);
            }
        };
    }

    private static void requireSuccess(Exchange exchange) {
        if (!Integer.valueOf(200)
                .equals(exchange.getMessage().getBody(Map.class).get("code"))) {
            throw new IllegalStateException("the service responded with an error");
        }
    }

    private static void decodeImage(Exchange exchange) {
        Map<?, ?> result = (Map<?, ?>) exchange.getMessage().getBody(Map.class).get("result");
        Map<?, ?> first = (Map<?, ?>) ((List<?>) result.get("image_list")).get(0);
        exchange.getMessage()
                .setBody(Base64.getDecoder().decode(first.get("image").toString()));
    }

    private static void extractionRequest(Exchange exchange) {
        byte[] bytes = exchange.getMessage().getBody(byte[].class);
        String base64 = Base64.getEncoder().encodeToString(bytes);
        Map<?, ?> schema = Map.of("type", "object", "properties", Map.of("number", Map.of("type", "string")));
        exchange.getMessage()
                .setBody(Map.of("file", Map.of("file_base64", base64, "file_name", "document.pdf"), "schema", schema));
    }

    /** Reads each element as a map, one at a time. */
    private static void readElements(Exchange exchange) throws IOException {
        try (InputStream in = exchange.getMessage().getBody(InputStream.class);
                JsonParser parser = JSON.createParser(in)) {
            while (parser.nextToken() != JsonToken.START_ARRAY) {
                // The elements are the first array.
            }
            parser.nextToken();
            AtomicLong count = count(exchange);
            JSON.readerFor(Map.class).readValues(parser).forEachRemaining(element -> count.incrementAndGet());
        }
    }
}
