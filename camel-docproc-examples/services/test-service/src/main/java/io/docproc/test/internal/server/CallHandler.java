/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test.internal.server;

import com.sun.net.httpserver.HttpExchange;
import io.docproc.test.ServiceErrorException;
import io.docproc.test.internal.account.Credentials;
import io.docproc.test.internal.stub.CallAction;
import io.docproc.test.internal.stub.Delivery;
import io.docproc.test.internal.stub.StubRegistry;
import io.docproc.test.internal.stub.StubRule;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetAddress;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** Admits the calls of a route, applies stubs and executes the calls. */
final class CallHandler implements Router.Handler {
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
    public void handle(HttpExchange exchange, Map<String, String> pathParameters) throws IOException {
        ServiceState state = access.state().get();
        CallExecution call = new CallExecution(exchange, route, pathParameters, state);
        try {
            admit(exchange, state);
        } catch (ServiceErrorException e) {
            call.complete(target -> target.refuse(e.code(), e.getMessage()));
            return;
        }
        Optional<CallAction> early = claim(state, call, StubRule.Phase.REQUEST_LINE);
        if (early.isPresent()) {
            call.complete(early.get());
        } else if (call.read()) {
            call.complete(claim(state, call, StubRule.Phase.REQUEST).orElse(DEFAULT_RESPONSE));
        }
    }

    /** Returns the action of the stubs after their delays. */
    private static Optional<CallAction> claim(ServiceState state, CallExecution call, StubRule.Phase phase)
            throws IOException {
        StubRegistry.Claim<CallAction> claim = state.callStubs().claim(call.request(), phase);
        try {
            Thread.sleep(claim.delay().toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("The service was closed during the delay of a call");
        }
        return claim.action();
    }

    private void admit(HttpExchange exchange, ServiceState state) {
        if (route.access() == Route.Access.CREDENTIALS) {
            access.credentials().verify(credentials(exchange));
            requireAllowed(exchange.getRemoteAddress().getAddress());
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

    private static Credentials credentials(HttpExchange exchange) {
        return new Credentials(header(exchange, "x-ti-app-id"), header(exchange, "x-ti-secret-code"));
    }

    private static String header(HttpExchange exchange, String name) {
        return Optional.ofNullable(exchange.getRequestHeaders().getFirst(name)).orElse("");
    }
}
