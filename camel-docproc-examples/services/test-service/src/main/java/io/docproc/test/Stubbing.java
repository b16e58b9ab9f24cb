/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Programs the responses of operations: first the conditions, then the response or the fault.
 *
 * <p>A response is created after the request was checked against the contract, including the document's size, and is
 * billed. A fault is billed only where its method says so. Only calls of
 * {@link Operation#isBilled() billed operations} are billed at all.
 *
 * @param <S> the type itself
 */
public abstract class Stubbing<S extends Stubbing<S>> {
    private final Set<Operation> operations;
    private final List<Stub> stubs;
    private Predicate<ServiceRequest> condition;
    private boolean conditional;

    Stubbing(Set<Operation> operations, List<Stub> stubs) {
        this.operations = operations;
        this.stubs = stubs;
        this.condition = request -> operations.contains(request.operation());
    }

    /** Restricts the stub to requests with a file name. Only extract and parse requests have one. */
    public final S fileName(String fileName) {
        return matching(request -> request.fileName().filter(fileName::equals).isPresent());
    }

    /** Restricts the stub to requests that fulfil a condition, in addition to earlier conditions. */
    @SuppressWarnings("unchecked")
    public final S matching(Predicate<ServiceRequest> predicate) {
        condition = condition.and(predicate);
        conditional = true;
        return (S) this;
    }

    /** Responds with the default response, for example with a delay. Billed. */
    public final Stub respond() {
        return add(Action.RESPOND);
    }

    /** Delays the call, in addition to other delays. Another stub or the default creates the response. */
    public final Stub delay(Duration delay) {
        return add(Action.NONE).delay(delay);
    }

    /** Responds with the payload that the responder creates. Billed. */
    public final Stub respond(Responder responder) {
        return add(Action.respond(200, responder));
    }

    /**
     * Responds with a documented error code (interface document, Errors). Not billed. Throws an {@link
     * IllegalArgumentException} if the code is not documented.
     */
    public final Stub fail(int code) {
        return fail(code, ServiceErrorException.message(code));
    }

    /**
     * Responds with any error code. Not billed. Throws an {@link IllegalArgumentException} if the code is not an error.
     */
    public final Stub fail(int code, String message) {
        if (code < 201 || code > 999_999) {
            throw new IllegalArgumentException(
                    "Code " + code + " is not an error; allowed are codes from 201 to 999999.");
        }
        return add(new Action(Action.Kind.REFUSE, code, message, null));
    }

    /**
     * Responds with an HTTP status and an HTML page, as a gateway does. Status 200 is a login or maintenance page. Not
     * billed. Throws an {@link IllegalArgumentException} if the status is neither 200 nor from 300 to 599.
     */
    public final Stub failWithStatus(int httpStatus) {
        if (httpStatus != 200 && (httpStatus < 300 || httpStatus > 599)) {
            throw new IllegalArgumentException(
                    "HTTP status " + httpStatus + " is not a failure; allowed are 200 and 300 to 599.");
        }
        return add(new Action(Action.Kind.PAGE, httpStatus, "", null));
    }

    /**
     * Closes the connection. Throws an {@link IllegalStateException} for {@link Disconnect#BEFORE_REQUEST_BODY} with a
     * condition.
     */
    public final Stub disconnect(Disconnect point) {
        if (point == Disconnect.BEFORE_REQUEST_BODY && conditional) {
            throw new IllegalStateException("BEFORE_REQUEST_BODY is available to stubs without condition, because a"
                    + " condition needs the request body; use AFTER_REQUEST.");
        }
        return add(Action.of(
                switch (point) {
                    case BEFORE_REQUEST_BODY -> Action.Kind.DISCONNECT;
                    case AFTER_REQUEST -> Action.Kind.DISCONNECT_AFTER_REQUEST;
                    case BEFORE_RESPONSE -> Action.Kind.DISCONNECT_BEFORE_RESPONSE;
                    case DURING_RESPONSE -> Action.Kind.DISCONNECT_DURING_RESPONSE;
                }));
    }

    /** Responds with the first half of the JSON, as a complete HTTP response. Billed. */
    public final Stub truncate() {
        return add(Action.of(Action.Kind.TRUNCATE));
    }

    /** Responds with status 200 and bytes that are not JSON. Billed. */
    public final Stub garbage() {
        return add(Action.of(Action.Kind.GARBAGE));
    }

    /** Responds with the correct JSON under another media type, for example {@code text/plain}. Billed. */
    public final Stub contentType(String mediaType) {
        return add(new Action(Action.Kind.CONTENT_TYPE, 200, mediaType, null));
    }

    final Stub respondPartially(Responder responder) {
        return add(Action.respond(50207, responder));
    }

    final Stub respondJson(Map<String, ?> payload) {
        ObjectNode json = Json.MAPPER.valueToTree(payload);
        return respond(request -> json);
    }

    private Stub add(Action action) {
        return new Stub(stubs, condition, conditional, action);
    }

    @Override
    public String toString() {
        return "Stubbing" + operations;
    }
}
