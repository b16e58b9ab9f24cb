/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.shapes;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
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
    });

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
}
