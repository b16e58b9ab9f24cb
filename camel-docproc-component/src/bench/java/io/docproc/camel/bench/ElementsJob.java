/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.bench;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.camel.Exchange;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;

/**
 * Main class of a child process that splits a large result into its elements, and reads the same response with Jackson's
 * bare parser, alternately.
 */
public final class ElementsJob {
    private static final int ROUNDS = 3;
    private static final String PATH = "/api/v1/xparse/parse/sync";

    private final Path document;
    private final URI response;
    private final AtomicLong elements = new AtomicLong();

    private ElementsJob(BenchmarkEnvironment environment) {
        this.document = environment.material().smallDocument();
        this.response = URI.create(environment.responseUrl(ElementsMeasure.RESPONSE, 0));
    }

    /** Runs the rounds; exits with 0 if both have read the same number of elements. */
    public static void main(String[] arguments) throws Exception {
        BenchmarkEnvironment environment = BenchmarkEnvironment.of(arguments);
        double megabytes =
                Files.size(environment.directory().resolve(ElementsMeasure.RESPONSE + ".json")) / 1_000_000.0;
        new ElementsJob(environment).run(megabytes);
        System.exit(0);
    }

    private void run(double megabytes) throws Exception {
        List<Double> docproc = new ArrayList<>();
        List<Double> jackson = new ArrayList<>();
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
                jackson.add(megabytes * rounds.run(this::parse).perSecond());
            }
        }
        if (elements.get() != 0) {
            throw new IllegalStateException(elements.get() + " elements more than Jackson's parser has read");
        }
        Report.value("docproc", median(docproc));
        Report.value("jackson", median(jackson));
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
        try (InputStream in = URI.create(response + PATH).toURL().openStream();
                JsonParser parser = new JsonFactory().createParser(in)) {
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                if (token == JsonToken.FIELD_NAME && parser.currentName().equals("page_number")) {
                    elements.decrementAndGet();
                }
            }
        }
    }
}
