/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.docproc.test.internal.stub.CallAction;
import io.docproc.test.internal.stub.CallTarget;
import io.docproc.test.internal.stub.Delivery;
import io.docproc.test.internal.stub.StubRegistry;
import io.docproc.test.internal.stub.StubRule;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Programs the responses of operations: first the conditions, then the response or the fault.
 *
 * <p>A response is created after the request was checked against the contract, including the document's type and size,
 * and is billed. A fault precedes the check of the document, and is billed only where its method says so. Only calls of
 * {@link Operation#isBilled() billed operations} are billed at all.
 *
 * @param <S> the type itself
 */
public abstract class Stubbing<S extends Stubbing<S>> {
    private static final int PARTIAL_FAILURE = 50207;

    private final Set<Operation> operations;
    private final StubRegistry<CallAction> registry;
    private Predicate<ServiceRequest> condition;
    private boolean unconditional = true;

    Stubbing(Set<Operation> operations, StubRegistry<CallAction> registry) {
        this.operations = operations;
        this.registry = registry;
        this.condition = request -> operations.contains(request.operation());
    }

    abstract S self();

    /** Restricts the stub to requests with a file name. Only extract and parse requests have one. */
    public final S fileName(String fileName) {
        return matching(request -> request.fileName().filter(fileName::equals).isPresent());
    }

    /** Restricts the stub to requests that fulfil a condition, in addition to earlier conditions. */
    public final S matching(Predicate<ServiceRequest> predicate) {
        condition = condition.and(predicate);
        unconditional = false;
        return self();
    }

    /** Responds with the default response, for example with a delay. Billed. */
    public final Stub respond() {
        return process(Optional.empty(), Delivery.COMPLETE);
    }

    /** Delays the call, in addition to other delays. Another stub or the default creates the response. */
    public final Stub delay(Duration delay) {
        return register(Optional.empty(), StubRule.Phase.REQUEST).delay(delay);
    }

    /** Responds with the payload that the responder creates. Billed. */
    public final Stub respond(Responder responder) {
        return process(Optional.of(responder), Delivery.COMPLETE);
    }

    /**
     * Responds with a documented error code (interface document, Errors). Not billed.
     *
     * @throws IllegalArgumentException if the code is not documented
     */
    public final Stub fail(int code) {
        return fail(code, ErrorCodes.message(code));
    }

    /**
     * Responds with any error code. Not billed.
     *
     * @throws IllegalArgumentException if the code is not an error
     */
    public final Stub fail(int code, String message) {
        ErrorCodes.requireError(code);
        return action(call -> call.refuse(code, message));
    }

    /**
     * Responds with an HTTP status and an HTML page, as a gateway does. Status 200 is a login or maintenance page. Not
     * billed.
     *
     * @throws IllegalArgumentException if the status is neither 200 nor from 300 to 599
     */
    public final Stub failWithStatus(int httpStatus) {
        if (httpStatus != 200 && (httpStatus < 300 || httpStatus > 599)) {
            throw new IllegalArgumentException(
                    "HTTP status " + httpStatus + " is not a failure; allowed are 200 and 300 to 599.");
        }
        return action(call -> call.respondPage(httpStatus));
    }

    /**
     * Closes the connection.
     *
     * @throws IllegalStateException for {@link Disconnect#BEFORE_REQUEST_BODY} with a condition
     */
    public final Stub disconnect(Disconnect point) {
        return switch (point) {
            case BEFORE_REQUEST_BODY -> disconnectFirst();
            case AFTER_REQUEST -> action(CallTarget::disconnectAfterRequest);
            case BEFORE_RESPONSE -> process(Optional.empty(), Delivery.of(Delivery.Mode.DISCONNECT_BEFORE));
            case DURING_RESPONSE -> process(Optional.empty(), Delivery.of(Delivery.Mode.DISCONNECT_DURING));
        };
    }

    /** Responds with the first half of the JSON, as a complete HTTP response. Billed. */
    public final Stub truncate() {
        return process(Optional.empty(), Delivery.of(Delivery.Mode.TRUNCATED));
    }

    /** Responds with status 200 and bytes that are not JSON. Billed. */
    public final Stub garbage() {
        return process(Optional.empty(), Delivery.of(Delivery.Mode.GARBAGE));
    }

    /** Responds with the correct JSON under another media type, for example {@code text/plain}. Billed. */
    public final Stub contentType(String mediaType) {
        return process(Optional.empty(), Delivery.as(mediaType));
    }

    final Stub respondPartially(Responder responder) {
        return process(Optional.of(responder), Delivery.withCode(PARTIAL_FAILURE));
    }

    final Stub respondJson(Map<String, ?> payload) {
        ObjectNode json = Payloads.object(payload);
        return respond(request -> json);
    }

    private Stub process(Optional<Responder> responder, Delivery delivery) {
        return action(call -> call.process(responder, delivery));
    }

    private Stub action(CallAction action) {
        return register(Optional.of(action), StubRule.Phase.REQUEST);
    }

    private Stub disconnectFirst() {
        if (!unconditional) {
            throw new IllegalStateException("BEFORE_REQUEST_BODY is available to stubs without condition, because a"
                    + " condition needs the request body; use AFTER_REQUEST.");
        }
        return register(Optional.of(CallTarget::disconnect), StubRule.Phase.REQUEST_LINE);
    }

    private Stub register(Optional<CallAction> action, StubRule.Phase phase) {
        StubRule<CallAction> rule = new StubRule<>(condition, action, phase);
        registry.add(rule);
        return new Stub(rule, registry, unconditional ? Stub.Kind.UNCONDITIONAL : Stub.Kind.CONDITIONAL);
    }

    @Override
    public String toString() {
        return "Stubbing" + operations;
    }
}
