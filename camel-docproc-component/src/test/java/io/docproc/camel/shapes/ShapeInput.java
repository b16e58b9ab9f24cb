/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.shapes;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Function;

/** Sources and body types of documents, one entry each. */
enum ShapeInput {
    BODY(2, body(document -> document)),
    BYTE_BUFFER(2, body(document -> ByteBuffer.wrap((byte[]) document))),
    FILE(
            3,
            (context, id, document) ->
                    context.send(id, write(context, id, document).toFile())),
    INPUT_STREAM(1, body(document -> new ByteArrayInputStream((byte[]) document))),
    FILE_MESSAGE(2, (context, id, document) -> {
        Path inbox = context.inbox();
        Files.move(write(context, id, document), inbox.resolve(id));
    }),
    NETTY_HTTP(1, request("netty-http")),
    UNDERTOW(1, request("undertow")),
    JETTY(1, request("jetty")),
    PLATFORM_HTTP(1, request("platform-http"));

    private final int documents;
    private final Delivery delivery;

    ShapeInput(int documents, Delivery delivery) {
        this.documents = documents;
        this.delivery = delivery;
    }

    /** Returns the number of calls with one body: 1 for a body that can be read only once. */
    int documents() {
        return documents;
    }

    /** Delivers a document to the route that starts at {@code direct:in-<id>}. */
    void deliver(ShapeContext context, String id, Object document) throws Exception {
        delivery.deliver(context, id, document);
    }

    private interface Delivery {
        void deliver(ShapeContext context, String id, Object document) throws Exception;
    }

    private static Delivery body(Function<Object, Object> conversion) {
        return (context, id, document) -> context.send(id, conversion.apply(document));
    }

    private static Path write(ShapeContext context, String id, Object document) {
        try {
            return Files.write(context.folder().resolve(id + ".pdf"), (byte[]) document);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Delivery request(String component) {
        return (context, id, document) -> {
            HttpResponse<byte[]> response = context.client()
                    .send(
                            HttpRequest.newBuilder(context.server(component))
                                    .header("shape", id)
                                    .header("Content-Type", "application/octet-stream")
                                    .POST(HttpRequest.BodyPublishers.ofByteArray((byte[]) document))
                                    .build(),
                            HttpResponse.BodyHandlers.ofByteArray());
            assertThat(response.statusCode()).isBetween(200, 299);
        };
    }
}
