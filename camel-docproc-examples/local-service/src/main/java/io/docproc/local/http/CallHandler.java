/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.http;

import io.docproc.local.ServiceException;
import io.docproc.local.account.Account;
import io.docproc.local.account.Credentials;
import io.docproc.local.account.Gate;
import io.docproc.local.fault.Effect;
import io.docproc.local.fault.FaultPlan;
import io.undertow.server.HttpHandler;
import io.undertow.server.HttpServerExchange;
import io.undertow.util.SameThreadExecutor;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Takes a route's calls: lets them in or not, lets a fault strike, and has a worker thread do the work. */
public final class CallHandler implements HttpHandler {
    private final Route route;
    private final Context context;

    /**
     * What all routes share.
     *
     * @param scratchFolder where uploads are spooled
     */
    public record Context(Gate gate, Account account, FaultPlan faults, CallLog log, Path scratchFolder) {}

    public CallHandler(Route route, Context context) {
        this.route = route;
        this.context = context;
    }

    @Override
    public void handleRequest(HttpServerExchange exchange) {
        ServedCall call = new ServedCall(exchange, route, context);
        try {
            context.gate()
                    .admit(
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
    private static void later(HttpServerExchange exchange, long delayMs, ServedCall call, Effect effect) {
        HttpHandler onWorker = it -> call.end(effect);
        if (delayMs == 0) {
            exchange.dispatch(onWorker);
        } else {
            exchange.dispatch(SameThreadExecutor.INSTANCE, () -> exchange.getIoThread()
                    .executeAfter(() -> exchange.dispatch(onWorker), delayMs, TimeUnit.MILLISECONDS));
        }
    }

    private static Credentials.Given credentials(HttpServerExchange exchange) {
        return new Credentials.Given(header(exchange, "x-ti-app-id"), header(exchange, "x-ti-secret-code"));
    }

    private static String header(HttpServerExchange exchange, String name) {
        return Optional.ofNullable(exchange.getRequestHeaders().getFirst(name)).orElse("");
    }
}
