/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test.internal.server;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import io.docproc.test.Charge;
import io.docproc.test.Operation;
import io.docproc.test.ReceivedCall;
import io.docproc.test.Responder;
import io.docproc.test.ResultForm;
import io.docproc.test.ServiceErrorException;
import io.docproc.test.ServiceRequest;
import io.docproc.test.internal.account.Reservation;
import io.docproc.test.internal.contract.IncomingCall;
import io.docproc.test.internal.contract.QueryParameters;
import io.docproc.test.internal.contract.RequestFiles;
import io.docproc.test.internal.job.ParseJobs;
import io.docproc.test.internal.responder.StoredFiles;
import io.docproc.test.internal.stub.CallAction;
import io.docproc.test.internal.stub.CallTarget;
import io.docproc.test.internal.stub.Delivery;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;

/** A call from its arrival to its response. Used by one thread at a time. */
final class CallExecution implements CallTarget {
    private static final System.Logger LOG = System.getLogger(CallExecution.class.getName());
    private static final int INTERNAL_ERROR = 500;
    private static final int TOO_LARGE = 40302;
    private static final String BYTES = "application/octet-stream";

    private final HttpExchange exchange;
    private final Route route;
    private final Map<String, String> pathParameters;
    private final ServiceState state;
    private final RequestFiles files;
    private final String requestId = UUID.randomUUID().toString();
    private final long startNanos = System.nanoTime();
    private final ResponseWriter writer;
    private ServiceRequest request;
    private boolean read;

    CallExecution(HttpExchange exchange, Route route, Map<String, String> pathParameters, ServiceState state) {
        this.exchange = exchange;
        this.route = route;
        this.pathParameters = pathParameters;
        this.state = state;
        this.files = state.documents().files();
        this.writer = new ResponseWriter(exchange, requestId);
        this.request = ServiceRequest.of(
                route.operation(),
                URI.create("http://" + host()),
                exchange.getRequestMethod(),
                exchange.getRequestURI().getPath(),
                query().first());
    }

    /** Returns the request; before {@link #read} only its request line. */
    ServiceRequest request() {
        return request;
    }

    /** Reads and checks the request once. If it violates the contract, the call is completed, and the result is false. */
    boolean read() throws IOException {
        if (read) {
            return true;
        }
        read = true;
        try {
            if (ResponseWriter.isTooLarge(exchange)) {
                throw new ServiceErrorException(TOO_LARGE, "file size exceeds the limit");
            }
            request = route.reader()
                    .read(new IncomingCall(
                            request,
                            query(),
                            pathParameters,
                            Optional.ofNullable(exchange.getRequestHeaders().getFirst("Content-Type")),
                            exchange.getRequestBody(),
                            files));
            state.check(request);
            return true;
        } catch (ServiceErrorException e) {
            complete(call -> call.refuse(e.code(), e.getMessage()));
        } catch (IOException e) {
            LOG.log(System.Logger.Level.DEBUG, "The client closed the connection during a " + route.operation(), e);
            complete(CallTarget::disconnect);
        } catch (RuntimeException e) {
            complete(call -> call.refuse(INTERNAL_ERROR, internalError(e)));
        }
        return false;
    }

    /** Completes the call; an exception closes the connection. */
    void complete(CallAction action) throws IOException {
        try (files) {
            action.apply(this);
        } catch (IOException e) {
            LOG.log(System.Logger.Level.DEBUG, "The connection is closed during a " + route.operation() + " call", e);
            throw e;
        }
    }

    @Override
    public void process(Optional<Responder> responder, Delivery delivery) throws IOException {
        if (!read()) {
            return;
        }
        ObjectNode payload;
        Optional<Charge> charge;
        try (Reservation reservation = state.account().reserve(route.operation())) {
            request = state.documents().prepare(request, files);
            payload = responder.orElse(state.responder(route.operation())).respond(request);
            charge = reservation.settle();
        } catch (ServiceErrorException e) {
            boolean missingFile = route.envelope() == Envelope.FILE && e.code() == HttpURLConnection.HTTP_NOT_FOUND;
            respondError(
                    missingFile ? HttpURLConnection.HTTP_NOT_FOUND : HttpURLConnection.HTTP_OK,
                    e.code(),
                    e.getMessage());
            return;
        } catch (IOException | RuntimeException | Error e) {
            refuse(INTERNAL_ERROR, internalError(e));
            return;
        }
        deliver(payload, delivery, charge);
    }

    private void deliver(ObjectNode payload, Delivery delivery, Optional<Charge> charge) throws IOException {
        boolean job = route.operation() == Operation.PARSE_ASYNC;
        if (job) {
            files.keep();
        }
        finish(delivery, charge);
        try {
            JsonNode content = payload.path(StoredFiles.CONTENT);
            if (content.isBinary() && delivery.mode() == Delivery.Mode.COMPLETE) {
                writer.writeFile(payload.path(StoredFiles.MEDIA_TYPE).asText(BYTES), content.binaryValue());
            } else {
                writer.write(delivery, response(payload, delivery.code()));
            }
        } finally {
            if (job) {
                state.jobs().start(payload.path(ParseJobs.JOB_ID).asText());
            }
        }
    }

    private ObjectNode response(ObjectNode payload, int code) {
        if (route.operation() == Operation.RESULT_DOWNLOAD && state.resultForm() == ResultForm.DATA) {
            return payload;
        }
        String message = code == 200 ? "success" : "partial failure";
        ObjectNode response = route.envelope().withPayload(code, message, facts());
        if (route.operation() == Operation.CALL) {
            response.setAll(payload);
        } else if (!payload.isEmpty()) {
            response.set(route.operation().payloadMember(), payload);
        }
        return response;
    }

    @Override
    public void refuse(int code, String message) throws IOException {
        respondError(HttpURLConnection.HTTP_OK, code, message);
    }

    private void respondError(int httpStatus, int code, String message) throws IOException {
        finish(OptionalInt.of(code), String.valueOf(code), Optional.empty());
        writer.writeJson(httpStatus, route.envelope().head(code, message, facts()));
    }

    @Override
    public void respondPage(int httpStatus) throws IOException {
        finish(OptionalInt.empty(), "http-" + httpStatus, Optional.empty());
        writer.writePage(httpStatus);
    }

    @Override
    public void disconnect() throws IOException {
        finish(OptionalInt.empty(), "disconnected", Optional.empty());
        throw ResponseWriter.disconnected();
    }

    @Override
    public void disconnectAfterRequest() throws IOException {
        if (read()) {
            disconnect();
        }
    }

    private void finish(Delivery delivery, Optional<Charge> charge) {
        OptionalInt code = OptionalInt.of(delivery.code());
        switch (delivery.mode()) {
            case COMPLETE -> finish(code, String.valueOf(delivery.code()), charge);
            case OTHER_CONTENT_TYPE -> finish(code, "content-type", charge);
            case DISCONNECT_BEFORE -> finish(OptionalInt.empty(), "disconnected", charge);
            case DISCONNECT_DURING -> finish(OptionalInt.empty(), "disconnected-during-response", charge);
            case TRUNCATED -> finish(OptionalInt.empty(), "truncated", charge);
            case GARBAGE -> finish(OptionalInt.empty(), "garbage", charge);
        }
    }

    /** Records the outcome and deletes the files before the response, so that the client finds both done. */
    private void finish(OptionalInt code, String outcome, Optional<Charge> charge) {
        Optional<String> enterpriseId =
                Optional.ofNullable(exchange.getRequestHeaders().getFirst("x-ti-enterprise-id"));
        state.add(new ReceivedCall(request, enterpriseId, requestId, code, outcome, charge, elapsed()));
        files.close();
    }

    private String internalError(Throwable e) {
        LOG.log(System.Logger.Level.WARNING, "The " + route.operation() + " call " + requestId + " failed", e);
        return "internal server error";
    }

    private QueryParameters query() {
        return QueryParameters.parse(exchange.getRequestURI().getRawQuery());
    }

    private String host() {
        InetSocketAddress local = exchange.getLocalAddress();
        return Optional.ofNullable(exchange.getRequestHeaders().getFirst("Host"))
                .orElse(local.getHostString() + ":" + local.getPort());
    }

    private Envelope.Facts facts() {
        return new Envelope.Facts(requestId, elapsed());
    }

    private Duration elapsed() {
        return Duration.ofNanos(System.nanoTime() - startNanos);
    }
}
