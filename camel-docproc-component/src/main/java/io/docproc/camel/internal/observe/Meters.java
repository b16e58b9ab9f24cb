/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.observe;

import java.util.Optional;
import org.apache.camel.CamelContext;

/**
 * A component's Micrometer meters. They exist only if Micrometer is on the classpath and the application has a meter
 * registry.
 */
public interface Meters extends AutoCloseable {
    /** The class name of Micrometer's registry. */
    String REGISTRY = "io.micrometer.core.instrument.MeterRegistry";

    /** Removes the meters from the registry. */
    @Override
    void close();

    /**
     * Registers a component's meters.
     *
     * @param context the context whose registry contains the meter registry
     * @param component the component's name, a tag of every meter
     * @param status the source of the values
     * @return the meters; empty without Micrometer or without exactly one suitable meter registry
     */
    static Optional<Meters> bind(CamelContext context, String component, ComponentStatus status) {
        // Without Micrometer, no class that refers to it may be loaded, not even to verify this class.
        return context.getClassResolver().resolveClass(REGISTRY) == null
                ? Optional.empty()
                : MicrometerMeters.bind(context, component, status);
    }
}
