/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;

/** A call from its arrival to its response: admission, request, stubs, charge, response and record. For one thread. */
final class Call {
    private static final System.Logger LOG = System.getLogger(Call.class.getName());
    private static final String JSON = "application/json";
    private static final String GARBAGE = "%!garbage\u0001\u0002\u00ff{]";

    private final HttpExchange exchange;
    private final Endpoint endpoint;
    private final Operation operation;
    private final ServiceState state;
    private final Incoming incoming;
    private final String requestId = UUID.randomUUID().toString();
    private final long startNanos = System.nanoTime();
    private ServiceRequest request;
    private boolean read;

    Call(HttpExchange exchange, Endpoint endpoint, ServiceState state) {
        this.exchange = exchange;
        this.endpoint = endpoint;
        this.operation = endpoint.operation();
        this.state = state;
        this.incoming = new Incoming(exchange, endpoint, origin(), state);
        this.request = incoming.head;
        exchange.getResponseHeaders().set("x-request-id", requestId);
    }

    private URI origin() {
        InetSocketAddress local = exchange.getLocalAddress();
        String host = header("Host").orElse(local.getHostString() + ":" + local.getPort());
        return URI.create("http://" + host);
    }

    /** Handles the call; an exception closes the connection. */
    void handle() throws IOException {
        try (incoming) {
            admit();
            Action action = claim(true);
            if (!action.isSet()) {
                read();
                action = claim(false);
            }
            perform(action.isSet() ? action : Action.RESPOND);
        } catch (ServiceErrorException e) {
            refuse(e.code(), e.getMessage());
        } catch (IOException e) {
            LOG.log(System.Logger.Level.DEBUG, "The connection is closed during a " + operation + " call", e);
            throw e;
        }
    }

    private void admit() {
        // The path of a result contains an id that cannot be guessed.
        if (operation != Operation.RESULT_DOWNLOAD) {
            requireCredentials(
                    header("x-ti-app-id").orElse(""), header("x-ti-secret-code").orElse(""));
        }
        if (operation.isBilled()) {
            state.account.admit();
        }
    }

    private void requireCredentials(String appId, String secretCode) {
        if (appId.isBlank() || secretCode.isBlank()) {
            throw ServiceErrorException.refusal(40101, "");
        }
        if (!appId.equals(state.settings.appId) || !secretCode.equals(state.settings.secretCode)) {
            throw ServiceErrorException.refusal(40102, "");
        }
    }

    /** Returns the action of the stubs after their delays. */
    private Action claim(boolean early) throws IOException {
        Stub.Claim claim = Stub.claim(state.callStubs, request, early);
        try {
            Thread.sleep(claim.delay().toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("The service was closed during the delay of a call");
        }
        return claim.action();
    }

    /** Reads and checks the request once. */
    private void read() throws IOException {
        if (read) {
            return;
        }
        read = true;
        try {
            request = endpoint.reader().read(incoming);
            if (state.settings.checks.containsKey(operation)) {
                state.settings.checks.get(operation).accept(request);
            }
        } catch (ServiceErrorException e) {
            throw e;
        } catch (IOException e) {
            finish(OptionalInt.empty(), Action.Kind.DISCONNECT.outcome, Optional.empty());
            throw e;
        } catch (RuntimeException e) {
            throw internalError(e);
        }
    }

    private void perform(Action action) throws IOException {
        switch (action.kind()) {
            case REFUSE -> refuse(action.code(), action.text());
            case PAGE -> {
                finish(OptionalInt.empty(), action.kind().outcome + action.code(), Optional.empty());
                String html = "<html><head><title>%1$d</title></head><body><h1>%1$d</h1></body></html>\n";
                byte[] page = html.formatted(action.code()).getBytes(StandardCharsets.UTF_8);
                send(exchange, action.code(), "text/html", page);
            }
            case DISCONNECT, DISCONNECT_AFTER_REQUEST -> {
                if (action.kind() == Action.Kind.DISCONNECT_AFTER_REQUEST) {
                    read();
                }
                finish(OptionalInt.empty(), action.kind().outcome, Optional.empty());
                throw disconnected();
            }
            default -> {
                read();
                process(action);
            }
        }
    }

    private void process(Action action) throws IOException {
        Optional<Charge> charge = state.account.charge(operation);
        ObjectNode payload;
        try {
            Responder responder = action.responder();
            payload =
                    (responder == null ? state.responder(operation, endpoint.responder()) : responder).respond(request);
        } catch (IOException | RuntimeException | Error e) {
            charge.ifPresent(state.account::refund);
            throw e instanceof ServiceErrorException refusal ? refusal : internalError(e);
        }
        deliver(action, payload, charge);
    }

    private void deliver(Action action, ObjectNode payload, Optional<Charge> charge) throws IOException {
        boolean job = operation == Operation.PARSE_ASYNC;
        if (job) {
            incoming.keep();
        }
        Action.Kind kind = action.kind();
        boolean complete = kind == Action.Kind.RESPOND || kind == Action.Kind.CONTENT_TYPE;
        finish(
                complete ? OptionalInt.of(action.code()) : OptionalInt.empty(),
                kind == Action.Kind.RESPOND ? String.valueOf(action.code()) : kind.outcome,
                charge);
        try {
            JsonNode content = payload.path("content");
            if (content.isBinary() && kind == Action.Kind.RESPOND) {
                String mediaType = payload.path("media_type").asText("application/octet-stream");
                send(exchange, 200, mediaType, content.binaryValue());
            } else {
                write(action, Json.MAPPER.writeValueAsBytes(response(action.code(), payload)));
            }
        } finally {
            if (job) {
                state.jobs.start(payload.path("job_id").asText());
            }
        }
    }

    private void write(Action action, byte[] json) throws IOException {
        switch (action.kind()) {
            case TRUNCATE -> send(exchange, 200, JSON, Arrays.copyOf(json, json.length / 2));
            case GARBAGE -> send(exchange, 200, JSON, GARBAGE.getBytes(StandardCharsets.ISO_8859_1));
            case DISCONNECT_BEFORE_RESPONSE -> throw disconnected();
            case DISCONNECT_DURING_RESPONSE -> {
                exchange.getResponseHeaders().set("Content-Type", JSON);
                exchange.sendResponseHeaders(200, json.length);
                exchange.getResponseBody().write(json, 0, json.length / 2);
                exchange.getResponseBody().flush();
                throw disconnected();
            }
            default -> send(exchange, 200, action.text(), json);
        }
    }

    private ObjectNode response(int code, ObjectNode payload) {
        ObjectNode response = envelope(code, code == 200 ? "success" : "partial failure");
        if (operation == Operation.EXTRACT) {
            response.put("status", "finished");
            response.putObject("part_durations").put("parse_duration", millis());
        }
        if (operation == Operation.CALL) {
            response.setAll(payload);
        } else if (!payload.isEmpty()) {
            response.set(operation.payloadMember(), payload);
        }
        return response;
    }

    /** Returns the members of a response beside its payload. */
    private ObjectNode envelope(int code, String message) {
        ObjectNode json = Json.of("code", code);
        for (String member : endpoint.envelope().split(" ")) {
            switch (member) {
                case "message", "msg" -> json.put(member, message);
                case "x_request_id", "traceId" -> json.put(member, requestId);
                case "duration" -> json.put(member, millis());
                default -> {
                    if (member.startsWith("version=")) {
                        json.put("version", member.substring("version=".length()));
                    }
                }
            }
        }
        return json;
    }

    private void refuse(int code, String message) throws IOException {
        finish(OptionalInt.of(code), String.valueOf(code), Optional.empty());
        send(exchange, 200, JSON, Json.MAPPER.writeValueAsBytes(envelope(code, message)));
    }

    /** Records the outcome and deletes the files before the response, so that the client finds both done. */
    private void finish(OptionalInt code, String outcome, Optional<Charge> charge) {
        Duration elapsed = Duration.ofNanos(System.nanoTime() - startNanos);
        state.add(new ReceivedCall(request, header("x-ti-enterprise-id"), requestId, code, outcome, charge, elapsed));
        incoming.close();
    }

    private ServiceErrorException internalError(Throwable e) {
        LOG.log(System.Logger.Level.WARNING, "The " + operation + " call " + requestId + " failed", e);
        return ServiceErrorException.refusal(500, "");
    }

    private Optional<String> header(String name) {
        return Optional.ofNullable(exchange.getRequestHeaders().getFirst(name));
    }

    private long millis() {
        return (System.nanoTime() - startNanos) / 1_000_000;
    }

    /** Returns an exception that closes the connection without a further byte. */
    private static IOException disconnected() {
        return new IOException("A stub closes the connection");
    }

    /** Sends a response and reads the rest of the upload: if the connection were closed before, it could be lost. */
    static void send(HttpExchange exchange, int status, String contentType, byte[] bytes) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", contentType);
        boolean empty = bytes.length == 0
                || status == 304
                || exchange.getRequestMethod().equals("HEAD");
        if (!empty) {
            exchange.sendResponseHeaders(status, bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.getResponseBody().flush();
        }
        exchange.getRequestBody().transferTo(OutputStream.nullOutputStream());
        if (empty) {
            exchange.sendResponseHeaders(status, -1);
        } else {
            exchange.getResponseBody().close();
        }
    }
}
