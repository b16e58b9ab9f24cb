/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test.internal.server;

import io.docproc.test.ServiceErrorException;
import io.docproc.test.internal.account.Credentials;
import io.docproc.test.internal.stub.CallAction;
import io.docproc.test.internal.stub.Delivery;
import io.docproc.test.internal.stub.StubRule;
import io.undertow.server.HttpHandler;
import io.undertow.server.HttpServerExchange;
import io.undertow.util.SameThreadExecutor;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Admits the calls of a route, applies stubs and executes the calls on worker threads. */
final class CallHandler implements HttpHandler {
    private static final CallAction DEFAULT_RESPONSE = call -> call.process(Optional.empty(), Delivery.COMPLETE);

    private final Route route;
    private final Access access;

    /**
     * What all routes share.
     *
     * @param state returns the current state
     * @param credentials the credentials of the account
     * @param folder an existing folder for uploads
     */
    record Access(Supplier<ServiceState> state, Credentials credentials, Path folder) {}

    CallHandler(Route route, Access access) {
        this.route = route;
        this.access = access;
    }

    @Override
    public void handleRequest(HttpServerExchange exchange) {
        ServiceState state = access.state().get();
        CallExecution call = new CallExecution(exchange, route, state, access.folder());
        try {
            admit(exchange, state);
        } catch (ServiceErrorException e) {
            complete(exchange, call, Duration.ZERO, it -> it.refuse(e.code(), e.getMessage()));
            return;
        }
        Optional<StubRule<CallAction>> stub = state.callStubs().claim(call.request(), StubRule.Phase.REQUEST_LINE);
        if (stub.isPresent()) {
            complete(exchange, call, stub.get().delay(), stub.get().action());
        } else {
            exchange.dispatch(it -> read(it, call, state));
        }
    }

    private static void read(HttpServerExchange exchange, CallExecution call, ServiceState state) {
        if (call.read()) {
            Optional<StubRule<CallAction>> stub = state.callStubs().claim(call.request(), StubRule.Phase.REQUEST);
            Duration delay = stub.map(StubRule::delay).orElse(Duration.ZERO);
            CallAction action = stub.map(StubRule::action).orElse(DEFAULT_RESPONSE);
            if (delay.isZero()) {
                call.complete(action);
            } else {
                complete(exchange, call, delay, action);
            }
        }
    }

    /** Completes the call on a worker thread; a delay occupies no thread. */
    private static void complete(HttpServerExchange exchange, CallExecution call, Duration delay, CallAction action) {
        HttpHandler onWorker = it -> call.complete(action);
        if (delay.isZero()) {
            exchange.dispatch(onWorker);
        } else {
            exchange.dispatch(SameThreadExecutor.INSTANCE, () -> exchange.getIoThread()
                    .executeAfter(() -> exchange.dispatch(onWorker), delay.toMillis(), TimeUnit.MILLISECONDS));
        }
    }

    private void admit(HttpServerExchange exchange, ServiceState state) {
        if (route.access() == Route.Access.CREDENTIALS) {
            access.credentials().verify(credentials(exchange));
        }
        if (route.operation().isBilled()) {
            state.rateWindow().admit();
        }
    }

    private static Credentials credentials(HttpServerExchange exchange) {
        return new Credentials(header(exchange, "x-ti-app-id"), header(exchange, "x-ti-secret-code"));
    }

    private static String header(HttpServerExchange exchange, String name) {
        return Optional.ofNullable(exchange.getRequestHeaders().getFirst(name)).orElse("");
    }
}
