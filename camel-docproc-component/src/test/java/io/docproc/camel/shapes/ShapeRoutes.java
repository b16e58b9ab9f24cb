/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.shapes;

import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.apache.camel.Exchange;
import org.apache.camel.Expression;
import org.apache.camel.Processor;
import org.apache.camel.builder.ExpressionBuilder;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.model.OnExceptionDefinition;
import org.apache.camel.model.ProcessorDefinition;
import org.apache.camel.model.RouteDefinition;
import org.apache.camel.support.ExpressionAdapter;

/** Routes of one cell of the table: a shape around a call, and processors that record the body in each branch. */
final class ShapeRoutes {
    private final RouteBuilder builder;
    private final ShapeVariant variant;
    private final String id;
    private final String call;
    private final int documents;
    private final List<String> records = new CopyOnWriteArrayList<>();
    private int routes;

    /**
     * @param id suffix that makes the names of endpoints and routes unique
     * @param call the endpoint URI of the call
     * @param documents number of documents into which a splitter splits one body
     */
    ShapeRoutes(RouteBuilder builder, ShapeVariant variant, String id, String call, int documents) {
        this.builder = builder;
        this.variant = variant;
        this.id = id;
        this.call = call;
        this.documents = documents;
    }

    /** Starts the route that receives the document. */
    ProcessorDefinition<?> start() {
        return from(direct("in"));
    }

    /** Starts the route that receives the document, with an error handler for {@link IllegalStateException}. */
    ProcessorDefinition<?> start(Consumer<OnExceptionDefinition> errorHandler) {
        RouteDefinition route = newRoute(direct("in"));
        errorHandler.accept(route.onException(IllegalStateException.class));
        return variant.begin(route);
    }

    /** Starts a route of this cell, with what the variant requires. */
    ProcessorDefinition<?> from(String uri) {
        return variant.begin(newRoute(uri));
    }

    private RouteDefinition newRoute(String uri) {
        return builder.from(uri).routeId(id + "-" + routes++);
    }

    RouteBuilder builder() {
        return builder;
    }

    String call() {
        return call;
    }

    int documents() {
        return documents;
    }

    /** Returns the URI of the call with an endpoint of its own for each exchange. */
    String distinctCall() {
        return call + "&permitTimeout=${random(10000,999999)}";
    }

    String direct(String name) {
        return "direct:" + name + "-" + id;
    }

    String seda(String name) {
        return "seda:" + name + "-" + id;
    }

    String jms(String name) {
        return "jms:queue:" + name + "-" + id;
    }

    String id() {
        return id;
    }

    /** Returns the same URI as often as there are documents. */
    String repeated(String uri) {
        return Collections.nCopies(documents, uri).stream().collect(Collectors.joining(","));
    }

    /** Returns the body as often as there are documents. */
    Expression copies() {
        return new ExpressionAdapter() {
            @Override
            public Object evaluate(Exchange exchange) {
                return Collections.nCopies(documents, exchange.getMessage().getBody());
            }
        };
    }

    /** Returns a correlation that is the same for all exchanges. */
    static Expression all() {
        return ExpressionBuilder.constantExpression(true);
    }

    /** Records the body. */
    Processor record() {
        return exchange -> records.add(BodyDigest.of(exchange.getMessage()));
    }

    /** Records each element of an aggregated list body. */
    Processor recordEach() {
        return exchange -> {
            for (Object element : exchange.getMessage().getBody(List.class)) {
                recordValue(element);
            }
        };
    }

    private void recordValue(Object value) throws IOException {
        records.add(BodyDigest.ofValue(value));
    }

    /** Returns the recorded digests. */
    List<String> records() {
        return records;
    }
}
