/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.observe;

import java.util.Optional;
import org.apache.camel.CamelContext;
import org.apache.camel.Component;

/** Binds the status of a component to Micrometer's meters while the component is started. Thread-safe. */
public final class ComponentMetrics {
    private final ComponentStatus status;
    private Optional<Meters> meters = Optional.empty();
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
        if (started && meters.isEmpty()) {
            meters = Meters.bind(context, name(context, component), status);
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
        meters.ifPresent(Meters::close);
        meters = Optional.empty();
    }
}
