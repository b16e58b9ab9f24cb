/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.observe;

import java.util.Optional;
import org.apache.camel.CamelContext;
import org.apache.camel.Component;

/**
 * Binds the status of a component to Micrometer's meters while the component is started. The meters exist only if
 * Micrometer is on the classpath and the application has a meter registry. Thread-safe.
 */
public final class ComponentMetrics {
    /** The class name of Micrometer's registry. */
    public static final String REGISTRY = "io.micrometer.core.instrument.MeterRegistry";

    private final ComponentStatus status;
    private Optional<Runnable> removal = Optional.empty();
    private boolean started;

    /** Creates metrics that are not bound to a meter registry. */
    public ComponentMetrics(ComponentStatus status) {
        this.status = status;
    }

    /**
     * Binds the meters once the context has started, so that a meter registry that starts with the context is found.
     *
     * @param component the component, whose name is a tag of every meter
     */
    public void start(Component component) throws Exception {
        synchronized (this) {
            started = true;
        }
        component.getCamelContext().addStartupListener((context, alreadyStarted) -> bindMeters(context, component));
    }

    private synchronized void bindMeters(CamelContext context, Component component) {
        // Without Micrometer, no class that refers to it may be loaded.
        if (started && removal.isEmpty() && context.getClassResolver().resolveClass(REGISTRY) != null) {
            removal = MicrometerMeters.bind(context, name(context, component), status);
        }
    }

    private static String name(CamelContext context, Component component) {
        return context.getComponentNames().stream()
                .filter(name -> context.hasComponent(name) == component)
                .findAny()
                .orElse("docproc");
    }

    /** Removes the meters. */
    public synchronized void stop() {
        started = false;
        removal.ifPresent(Runnable::run);
        removal = Optional.empty();
    }
}
