/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.http;

import io.docproc.local.ServiceException;
import io.docproc.local.account.Account;
import io.docproc.local.account.Credentials;
import io.docproc.local.account.RequestAuthorizer;
import io.docproc.local.fault.Effect;
import io.docproc.local.fault.FaultPlan;
import io.undertow.server.HttpHandler;
import io.undertow.server.HttpServerExchange;
import io.undertow.util.SameThreadExecutor;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Handler of a route: authorizes the call, selects its fault and dispatches it to a worker thread. */
public final class CallHandler implements HttpHandler {
    private final Route route;
    private final Context context;

    /**
     * What all routes share.
     *
     * @param tempFolder where uploads are spooled
     */
    public record Context(
            RequestAuthorizer authorizer, Account account, FaultPlan faults, CallLog log, Path tempFolder) {}

    public CallHandler(Route route, Context context) {
        this.route = route;
        this.context = context;
    }

    @Override
    public void handleRequest(HttpServerExchange exchange) {
        CallTask call = new CallTask(exchange, route, context);
        try {
            context.authorizer()
                    .authorize(
                            route.operation(),
                            credentials(exchange),
                            exchange.getSourceAddress().getAddress());
        } catch (ServiceException refusal) {
            later(exchange, 0, call, it -> it.refuse(refusal.code(), refusal.getMessage()));
            return;
        }
        FaultPlan.Disturbance disturbance = context.faults().next(route.operation());
        later(exchange, disturbance.delay().toMillis(), call, disturbance.effect());
    }

    /** Waits on a timer, so that a slow answer keeps no thread. */
    private static void later(HttpServerExchange exchange, long delayMs, CallTask call, Effect effect) {
        HttpHandler onWorker = it -> call.end(effect);
        if (delayMs == 0) {
            exchange.dispatch(onWorker);
        } else {
            exchange.dispatch(SameThreadExecutor.INSTANCE, () -> exchange.getIoThread()
                    .executeAfter(() -> exchange.dispatch(onWorker), delayMs, TimeUnit.MILLISECONDS));
        }
    }

    private static Credentials.Presented credentials(HttpServerExchange exchange) {
        return new Credentials.Presented(header(exchange, "x-ti-app-id"), header(exchange, "x-ti-secret-code"));
    }

    private static String header(HttpServerExchange exchange, String name) {
        return Optional.ofNullable(exchange.getRequestHeaders().getFirst(name)).orElse("");
    }
}
