/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.bench;

import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.ProducerTemplate;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.component.jackson.JacksonDataFormat;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.hc.client5.http.entity.mime.MultipartEntityBuilder;

/** Calls without the component: camel-http, camel-jackson, {@link Base64} and a check of {@code code}. */
final class NaiveCalls implements Calls {
    private final CamelContext context = new DefaultCamelContext();
    private final ProducerTemplate template = context.createProducerTemplate();
    private final Path image;
    private final Path document;
    private final ImageFiles images;

    NaiveCalls(Addresses addresses, Path image, BenchmarkData material) throws Exception {
        this.image = image;
        this.document = material.largeDocument();
        this.images = new ImageFiles(image);
        context.addRoutes(new Routes(addresses));
        context.start();
    }

    /** Routes as a user would write them. */
    static final class Routes extends RouteBuilder {
        private final Addresses addresses;
        private final JacksonDataFormat json = json();

        Routes(Addresses addresses) {
            this.addresses = addresses;
        }

        /** Returns a data format without the limit of 20 MB for strings, which large images exceed. */
        private static JacksonDataFormat json() {
            ObjectMapper mapper = new ObjectMapper();
            mapper.getFactory()
                    .setStreamReadConstraints(StreamReadConstraints.builder()
                            .maxStringLength(Integer.MAX_VALUE)
                            .build());
            return new JacksonDataFormat(mapper, Map.class);
        }

        @Override
        public void configure() {
            interceptSendToEndpoint("http:*")
                    .setHeader("x-ti-app-id", constant("bench"))
                    .setHeader("x-ti-secret-code", constant("bench-secret"));
            from("direct:crop")
                    .setHeader(Exchange.CONTENT_TYPE, constant("application/octet-stream"))
                    .to(addresses.cropUrl())
                    .unmarshal(json)
                    .process(NaiveCalls::requireSuccess)
                    .process(NaiveCalls::decodeImage);
            from("direct:extract")
                    .process(NaiveCalls::extractionRequest)
                    .marshal(json)
                    .setHeader(Exchange.CONTENT_TYPE, constant("application/json"))
                    .to(addresses.extractUrl())
                    .unmarshal(json)
                    .process(NaiveCalls::requireSuccess);
            from("direct:parse")
                    .process(NaiveCalls::form)
                    .to(addresses.parseUrl())
                    .unmarshal(json)
                    .process(NaiveCalls::requireSuccess);
        }
    }

    /** Wraps a document into the JSON of an extraction. */
    static void extractionRequest(Exchange exchange) {
        byte[] bytes = exchange.getMessage().getBody(byte[].class);
        exchange.getMessage()
                .setBody(Map.of(
                        "file",
                        Map.of("file_base64", Base64.getEncoder().encodeToString(bytes), "file_name", "large.pdf"),
                        "schema",
                        Map.of("type", "object", "properties", Map.of("number", Map.of("type", "string")))));
    }

    private static void form(Exchange exchange) {
        exchange.getMessage()
                .setBody(MultipartEntityBuilder.create()
                        .addBinaryBody("file", exchange.getMessage().getBody(File.class))
                        .build());
    }

    /** Fails unless the response has code 200. */
    static void requireSuccess(Exchange exchange) {
        Object code = exchange.getMessage().getBody(Map.class).get("code");
        if (!Integer.valueOf(200).equals(code)) {
            throw new IllegalStateException("the service responded with code " + code);
        }
    }

    private static void decodeImage(Exchange exchange) {
        Map<?, ?> result = (Map<?, ?>) exchange.getMessage().getBody(Map.class).get("result");
        Map<?, ?> first = (Map<?, ?>) ((List<?>) result.get("image_list")).get(0);
        exchange.getMessage()
                .setBody(Base64.getDecoder().decode(first.get("image").toString()));
    }

    @Override
    public void crop() throws Exception {
        byte[] jpeg = send("direct:crop", image).getMessage().getBody(byte[].class);
        images.write(out -> out.write(jpeg));
    }

    @Override
    public void extract() throws Exception {
        send("direct:extract", document);
    }

    @Override
    public void parse(Path document) throws Exception {
        send("direct:parse", document);
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
