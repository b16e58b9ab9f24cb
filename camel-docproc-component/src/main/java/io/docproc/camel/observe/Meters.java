/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.observe;

import java.util.Optional;
import org.apache.camel.CamelContext;

/** The figures of a component as meters of the application's metrics, where Micrometer is there and has a registry. */
public interface Meters extends AutoCloseable {
    /** The type of which the application has an instance. */
    String REGISTRY = "io.micrometer.core.instrument.MeterRegistry";

    /** Takes the meters out of the registry. */
    @Override
    void close();

    /**
     * Puts a component's meters into the registry.
     *
     * @param context where the registry is looked for
     * @param component the component's name, a tag of every meter
     * @param status the figures
     */
    static Optional<Meters> bind(CamelContext context, String component, ComponentStatus status) {
        // Nothing of Micrometer is asked for, not even to verify this class, without it.
        return context.getClassResolver().resolveClass(REGISTRY) == null
                ? Optional.empty()
                : MicrometerMeters.bind(context, component, status);
    }
}
