/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.bench;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.camel.Exchange;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;

/**
 * Main class of a child process that splits a large result into its elements, and reads the same response with Jackson's
 * bare parser, and with Jackson as a map of each element, alternately.
 */
public final class ElementsJob {
    private static final int ROUNDS = 3;
    private static final ObjectReader ELEMENT = new ObjectMapper()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .readerFor(Map.class);
    private static final String PATH = "/api/v1/xparse/parse/sync";

    private final Path document;
    private final URI response;
    private final AtomicLong elements = new AtomicLong();

    private ElementsJob(BenchmarkEnvironment environment) {
        this.document = environment.material().smallDocument();
        this.response = URI.create(environment.responseUrl(ElementsMeasure.RESPONSE, 0));
    }

    /** Runs the rounds; exits with 0 if all have read the same number of elements. */
    public static void main(String[] arguments) throws Exception {
        BenchmarkEnvironment environment = BenchmarkEnvironment.of(arguments);
        double megabytes =
                Files.size(environment.directory().resolve(ElementsMeasure.RESPONSE + ".json")) / 1_000_000.0;
        new ElementsJob(environment).run(megabytes);
        System.exit(0);
    }

    private void run(double megabytes) throws Exception {
        List<Double> docproc = new ArrayList<>();
        List<Double> parser = new ArrayList<>();
        List<Double> maps = new ArrayList<>();
        try (DefaultCamelContext context = new DefaultCamelContext()) {
            DocprocCalls.account(context, "docproc");
            context.addRoutes(new RouteBuilder() {
                @Override
                public void configure() {
                    from("direct:elements")
                            .to("docproc:parseSync?output=elements&baseUrl=" + response)
                            .split(body())
                            .streaming()
                            .process(element -> elements.incrementAndGet())
                            .end();
                }
            });
            context.start();
            Rounds rounds = new Rounds(1, Duration.ofMillis(500));
            for (int round = 0; round < ROUNDS; round++) {
                docproc.add(megabytes * rounds.run(() -> split(context)).perSecond());
                parser.add(megabytes * rounds.run(this::parse).perSecond());
                docproc.add(megabytes * rounds.run(() -> split(context)).perSecond());
                maps.add(megabytes * rounds.run(this::readMaps).perSecond());
            }
        }
        if (elements.get() != 0) {
            throw new IllegalStateException(elements.get() + " elements more than Jackson has read");
        }
        Report.value("docproc", median(docproc));
        Report.value("parser", median(parser));
        Report.value("maps", median(maps));
    }

    private static double median(List<Double> figures) {
        return Rounds.median(figures.stream().mapToDouble(Double::doubleValue).toArray());
    }

    private void split(DefaultCamelContext context) throws Exception {
        Exchange exchange = context.createProducerTemplate()
                .send("direct:elements", message -> message.getMessage().setBody(document.toFile()));
        if (exchange.isFailed()) {
            throw exchange.getException();
        }
    }

    /** Reads all tokens, and subtracts the elements from those of the split. */
    private void parse() throws IOException {
        try (InputStream in = open();
                JsonParser parser = new JsonFactory().createParser(in)) {
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                if (token == JsonToken.FIELD_NAME && parser.currentName().equals("page_number")) {
                    elements.decrementAndGet();
                }
            }
        }
    }

    /** Reads each element as a map, one at a time, and subtracts the elements from those of the split. */
    private void readMaps() throws IOException {
        try (InputStream in = open();
                JsonParser parser = new JsonFactory().createParser(in)) {
            while (parser.nextToken() != JsonToken.START_ARRAY) {
                // The elements are the first array.
            }
            parser.nextToken();
            ELEMENT.readValues(parser).forEachRemaining(element -> elements.decrementAndGet());
        }
    }

    private InputStream open() throws IOException {
        return URI.create(response + PATH).toURL().openStream();
    }
}
