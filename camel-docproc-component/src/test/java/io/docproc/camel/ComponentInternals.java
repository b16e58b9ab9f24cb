/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel;

import java.time.Clock;

/** Access of tests in other packages to states of a component that have no public getter. */
public final class ComponentInternals {
    private ComponentInternals() {}

    /** Replaces the clock of endpoints that are created later. */
    public static void setClock(DocprocComponent component, Clock clock) {
        component.clock = clock;
    }

    public static int permitsInUse(DocprocComponent component) {
        return component.getConfiguration().getMaxConcurrentRequests() - component.permits.availablePermits();
    }
}
