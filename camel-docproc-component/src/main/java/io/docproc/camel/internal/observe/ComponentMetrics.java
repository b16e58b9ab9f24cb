/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.observe;

import org.apache.camel.CamelContext;
import org.apache.camel.Component;

/**
 * Registers the meters of a component while it is started, if Micrometer is on the class path and the application has a
 * meter registry. Thread-safe.
 */
public final class ComponentMetrics {
    private static final String REGISTRY = "io.micrometer.core.instrument.MeterRegistry";

    private final ComponentStatus status;
    private boolean started;
    private Runnable removal;

    /** Creates metrics that are not registered. */
    public ComponentMetrics(ComponentStatus status) {
        this.status = status;
    }

    /** Registers the meters once the context has started, so that a registry that starts with the context is found. */
    public synchronized void start(Component component) throws Exception {
        started = true;
        component.getCamelContext().addStartupListener((context, alreadyStarted) -> register(context, component));
    }

    private synchronized void register(CamelContext context, Component component) {
        // Without Micrometer, no class that refers to it may be loaded.
        if (started && removal == null && context.getClassResolver().resolveClass(REGISTRY) != null) {
            String name = context.getComponentNames().stream()
                    .filter(candidate -> context.hasComponent(candidate) == component)
                    .findAny()
                    .orElse("docproc");
            removal = MicrometerMeters.register(context, name, status);
        }
    }

    /** Removes the meters. */
    public synchronized void stop() {
        started = false;
        if (removal != null) {
            removal.run();
            removal = null;
        }
    }
}
