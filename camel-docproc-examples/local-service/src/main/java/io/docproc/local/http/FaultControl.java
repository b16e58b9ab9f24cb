/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.docproc.local.ParameterError;
import io.docproc.local.ServiceException;
import io.docproc.local.fault.Fault;
import io.docproc.local.fault.FaultDefinition;
import io.docproc.local.fault.FaultPlan;
import io.undertow.server.HttpHandler;
import io.undertow.server.HttpServerExchange;
import io.undertow.util.StatusCodes;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * Handlers of {@code /_local/faults}, which plans faults, and {@code /_local/calls}, which counts calls and charges.
 * The real service does not have these paths. Runs on a worker thread.
 */
public final class FaultControl {
    private static final JsonMapper JSON = new JsonMapper();
    private static final int MAX_BODY_BYTES = 64 * 1024;

    private final FaultPlan faults;
    private final CallLog log;

    public FaultControl(FaultPlan faults, CallLog log) {
        this.faults = faults;
        this.log = log;
    }

    /** PUT: replaces all faults with those of the body, a JSON array or a single object. */
    public HttpHandler replaceFaults() {
        return exchange -> {
            try {
                faults.replace(read(exchange));
                send(exchange, faults.describe());
            } catch (ServiceException e) {
                exchange.setStatusCode(StatusCodes.BAD_REQUEST);
                send(exchange, refusal(e));
            }
        };
    }

    /** DELETE: removes all faults. */
    public HttpHandler clearFaults() {
        return exchange -> {
            faults.replace(List.of());
            send(exchange, faults.describe());
        };
    }

    /** GET: returns the faults and how often each occurred. */
    public HttpHandler faults() {
        return exchange -> send(exchange, faults.describe());
    }

    /** GET: returns calls, outcomes and charges by operation. */
    public HttpHandler calls() {
        return exchange -> send(exchange, log.describe());
    }

    private static List<Fault> read(HttpServerExchange exchange) throws IOException {
        byte[] body = exchange.getInputStream().readNBytes(MAX_BODY_BYTES + 1);
        if (body.length > MAX_BODY_BYTES) {
            throw ParameterError.of("body", "longer", "at most " + MAX_BODY_BYTES + " bytes");
        }
        try {
            JsonNode json = JSON.readTree(body);
            List<Fault> read = new ArrayList<>();
            if (json.isArray()) {
                json.forEach(it -> read.add(FaultDefinition.read(it)));
            } else {
                read.add(FaultDefinition.read(json));
            }
            return read;
        } catch (JsonProcessingException e) {
            throw ParameterError.of("body", e.getOriginalMessage(), "a JSON array of faults");
        }
    }

    private static ObjectNode refusal(ServiceException e) {
        return JsonNodeFactory.instance.objectNode().put("code", e.code()).put("message", e.getMessage());
    }

    private static void send(HttpServerExchange exchange, JsonNode body) throws IOException {
        new ResponseWriter(exchange, UUID.randomUUID().toString()).json(body);
    }
}
