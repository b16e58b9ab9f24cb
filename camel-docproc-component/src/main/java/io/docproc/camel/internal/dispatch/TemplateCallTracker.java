/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.dispatch;

import java.util.function.Consumer;
import org.apache.camel.AsyncCallback;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.support.LifecycleStrategySupport;

/**
 * Tracks calls that come from a producer template instead of a route. Camel waits for routes when it stops, but
 * interrupts these calls. Therefore a shutdown first waits for them, up to the shutdown timeout, while routes continue
 * to run. Thread-safe.
 */
public final class TemplateCallTracker extends LifecycleStrategySupport {
    private final InFlightTracker calls = new InFlightTracker();
    private final Consumer<CamelContext> beforeWait;

    /**
     * Creates a tracker.
     *
     * @param beforeWait called when the application stops while calls are in flight, before the wait for them
     */
    public TemplateCallTracker(Consumer<CamelContext> beforeWait) {
        this.beforeWait = beforeWait;
    }

    /** Returns whether an exchange does not come from a route. */
    public static boolean isTemplateCall(Exchange exchange) {
        return exchange.getFromRouteId() == null;
    }

    /** Counts a new call. Returns false if the application is stopping; the call must then not start. */
    public boolean begin() {
        return calls.begin();
    }

    /** Returns a callback that calls {@code callback} and then counts the call as completed. */
    public AsyncCallback completing(AsyncCallback callback) {
        return calls.completing(callback);
    }

    /** Accepts calls again. */
    public void open() {
        calls.open();
    }

    /** Rejects new calls and waits until no call is in flight, at most for the shutdown timeout. */
    @Override
    public void onContextStopping(CamelContext context) {
        calls.close();
        if (calls.count() > 0) {
            beforeWait.accept(context);
        }
        calls.awaitCompletion(context);
    }
}
