/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test.internal.contract;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.docproc.test.ParameterError;
import io.docproc.test.ServiceRequest;
import java.io.IOException;
import java.util.Set;
import java.util.function.Consumer;

/** Reads the JSON bodies of the workflow calls (interface document, Category field and Category table). */
public final class WorkflowRequestReader implements RequestReader {
    private static final int MAX_BYTES = 1024 * 1024;

    private final Consumer<ObjectNode> rules;

    /** Creates a reader; the rules throw 40004 for an invalid body. */
    public WorkflowRequestReader(Consumer<ObjectNode> rules) {
        this.rules = rules;
    }

    @Override
    public ServiceRequest read(IncomingCall call) throws IOException {
        call.query().allowOnly(Set.of());
        return readBody(call);
    }

    ServiceRequest readBody(IncomingCall call) throws IOException {
        if (!call.mediaType().equals("application/json")) {
            throw ParameterError.of("Content-Type", call.shownContentType(), "application/json");
        }
        byte[] bytes = call.body().readNBytes(MAX_BYTES + 1);
        if (bytes.length > MAX_BYTES) {
            throw ParameterError.of("body", "longer", "at most " + MAX_BYTES + " bytes");
        }
        ObjectNode body = parse(bytes);
        rules.accept(body);
        return call.head().withBody(body);
    }

    private static ObjectNode parse(byte[] bytes) throws IOException {
        try {
            if (Json.MAPPER.readTree(bytes) instanceof ObjectNode object) {
                return object;
            }
        } catch (JsonProcessingException e) {
            throw ParameterError.of("body", e.getOriginalMessage(), "a JSON object");
        }
        throw ParameterError.of("body", "another JSON value", "a JSON object");
    }
}
