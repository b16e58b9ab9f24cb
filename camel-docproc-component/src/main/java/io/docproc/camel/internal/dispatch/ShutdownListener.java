/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.dispatch;

import java.util.function.Consumer;
import org.apache.camel.CamelContext;
import org.apache.camel.spi.CamelEvent;
import org.apache.camel.support.SimpleEventNotifierSupport;

/**
 * Starts the deadlines of waiting calls when the application stops its routes. A lifecycle strategy would start them
 * too early: routes continue to run while the application waits for the calls of {@link TemplateCallTracker}.
 */
public final class ShutdownListener extends SimpleEventNotifierSupport {
    private final Consumer<CamelContext> startDeadlines;

    /**
     * Creates a listener.
     *
     * @param startDeadlines called when the Camel context begins to stop its routes
     */
    public ShutdownListener(Consumer<CamelContext> startDeadlines) {
        this.startDeadlines = startDeadlines;
    }

    @Override
    public void notify(CamelEvent event) {
        if (event instanceof CamelEvent.CamelContextRoutesStoppingEvent stopping) {
            startDeadlines.accept(stopping.getContext());
        }
    }
}
