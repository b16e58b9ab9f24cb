/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** State of a service until it is reset: stubs, account, jobs and received calls. Thread-safe. */
final class ServiceState {
    private static final long MAX_LOGGED_BYTES = 64L * 1024 * 1024;

    final List<Stub> callStubs = new CopyOnWriteArrayList<>();
    final List<Stub> callbackStubs = new CopyOnWriteArrayList<>();
    final DocprocTestServiceBuilder settings;
    final TestServer server;
    final Account account;
    final ParseJobs jobs;
    private final List<Endpoint> endpoints;
    private final List<ReceivedCall> calls = new ArrayList<>();
    private long loggedBytes;

    ServiceState(DocprocTestServiceBuilder settings, TestServer server) {
        this.settings = settings;
        this.server = server;
        account = new Account(settings);
        jobs = new ParseJobs(this);
        endpoints = Endpoint.all(account, jobs);
    }

    /** Handles a request; an exception closes its connection. */
    void handle(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        ControlHandler control = settings.controlPaths.get(exchange.getRequestMethod() + " " + path);
        if (control != null && exchange.getRemoteAddress().getAddress().isLoopbackAddress()) {
            handle(exchange, control);
            return;
        }
        for (Endpoint endpoint : endpoints) {
            if (endpoint.matches(exchange.getRequestMethod(), path)) {
                new Call(exchange, endpoint, this).handle();
                return;
            }
        }
    }

    private static void handle(HttpExchange exchange, ControlHandler handler) throws IOException {
        ServiceErrorException refusal;
        try {
            byte[] body = exchange.getRequestBody().readNBytes(64 * 1024 + 1);
            if (body.length > 64 * 1024) {
                throw ParameterError.of("body", "longer", "at most 65536 bytes");
            }
            Call.send(exchange, 200, "application/json", Json.MAPPER.writeValueAsBytes(handler.handle(body)));
            return;
        } catch (ServiceErrorException e) {
            refusal = e;
        } catch (JsonProcessingException e) {
            refusal = ParameterError.of("body", e.getOriginalMessage(), "JSON");
        }
        byte[] json = Json.MAPPER.writeValueAsBytes(Json.of("code", refusal.code(), "message", refusal.getMessage()));
        Call.send(exchange, 400, "application/json", json);
    }

    /** Returns the responder for calls without stub. */
    Responder responder(Operation operation, Responder standard) {
        return settings.responders.getOrDefault(operation, standard);
    }

    /** Records a call and passes it to the listener. */
    void add(ReceivedCall call) {
        if (settings.recordCalls) {
            synchronized (calls) {
                long size = call.request()
                        .document()
                        .map(RequestDocument::retainedBytes)
                        .orElse(0L);
                boolean kept = loggedBytes + size <= MAX_LOGGED_BYTES;
                loggedBytes += kept ? size : 0;
                calls.add(call.completed(kept));
            }
        }
        settings.listener.onCall(call.completed(false));
    }

    /** Returns the received calls in the order of their responses. */
    List<ReceivedCall> calls() {
        synchronized (calls) {
            return List.copyOf(calls);
        }
    }
}
