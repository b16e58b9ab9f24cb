/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test.internal.server;

import io.docproc.test.ServiceErrorException;
import io.docproc.test.internal.account.Credentials;
import io.docproc.test.internal.stub.CallAction;
import io.docproc.test.internal.stub.Delivery;
import io.docproc.test.internal.stub.StubRegistry;
import io.docproc.test.internal.stub.StubRule;
import io.undertow.server.HttpHandler;
import io.undertow.server.HttpServerExchange;
import io.undertow.util.SameThreadExecutor;
import java.net.InetAddress;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Admits the calls of a route, applies stubs and executes the calls on worker threads. */
final class CallHandler implements HttpHandler {
    private static final int NOT_ALLOWED = 40103;
    private static final CallAction DEFAULT_RESPONSE = call -> call.process(Optional.empty(), Delivery.COMPLETE);

    private final Route route;
    private final Access access;

    /**
     * Access control that all routes share.
     *
     * @param state returns the current state
     * @param credentials the credentials of the account
     * @param allowedClients addresses of clients; empty for all
     */
    record Access(Supplier<ServiceState> state, Credentials credentials, Set<InetAddress> allowedClients) {}

    CallHandler(Route route, Access access) {
        this.route = route;
        this.access = access;
    }

    @Override
    public void handleRequest(HttpServerExchange exchange) {
        ServiceState state = access.state().get();
        CallExecution call = new CallExecution(exchange, route, state);
        try {
            admit(exchange, state);
        } catch (ServiceErrorException e) {
            onWorker(exchange, Duration.ZERO, it -> call.complete(target -> target.refuse(e.code(), e.getMessage())));
            return;
        }
        StubRegistry.Claim<CallAction> claim = state.callStubs().claim(call.request(), StubRule.Phase.REQUEST_LINE);
        onWorker(exchange, claim.delay(), it -> claim.action()
                .ifPresentOrElse(call::complete, () -> read(it, call, state)));
    }

    private static void read(HttpServerExchange exchange, CallExecution call, ServiceState state) {
        if (call.read()) {
            StubRegistry.Claim<CallAction> claim = state.callStubs().claim(call.request(), StubRule.Phase.REQUEST);
            CallAction action = claim.action().orElse(DEFAULT_RESPONSE);
            if (claim.delay().isZero()) {
                call.complete(action);
            } else {
                onWorker(exchange, claim.delay(), it -> call.complete(action));
            }
        }
    }

    /** Continues the call on a worker thread; a delay occupies no thread. */
    private static void onWorker(HttpServerExchange exchange, Duration delay, HttpHandler handler) {
        if (delay.isZero()) {
            exchange.dispatch(handler);
        } else {
            exchange.dispatch(SameThreadExecutor.INSTANCE, () -> exchange.getIoThread()
                    .executeAfter(() -> exchange.dispatch(handler), delay.toMillis(), TimeUnit.MILLISECONDS));
        }
    }

    private void admit(HttpServerExchange exchange, ServiceState state) {
        if (route.access() == Route.Access.CREDENTIALS) {
            access.credentials().verify(credentials(exchange));
            requireAllowed(exchange.getSourceAddress().getAddress());
        }
        if (route.operation().isBilled()) {
            state.rateWindow().admit();
        }
    }

    private void requireAllowed(InetAddress client) {
        if (!access.allowedClients().isEmpty() && !access.allowedClients().contains(client)) {
            throw new ServiceErrorException(
                    NOT_ALLOWED, "client IP " + client.getHostAddress() + " is not on the allowlist");
        }
    }

    private static Credentials credentials(HttpServerExchange exchange) {
        return new Credentials(header(exchange, "x-ti-app-id"), header(exchange, "x-ti-secret-code"));
    }

    private static String header(HttpServerExchange exchange, String name) {
        return Optional.ofNullable(exchange.getRequestHeaders().getFirst(name)).orElse("");
    }
}
