/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel;

import java.lang.module.ModuleDescriptor.Version;
import org.apache.camel.CamelContext;

/** Versions of Camel that the component supports. */
final class CamelVersion {
    private static final Version MINIMUM = Version.parse("4.10");

    private CamelVersion() {}

    /**
     * Requires a supported version. With an earlier one, each call would fail for a missing method, after it was billed.
     *
     * @throws IllegalStateException if the version is too old
     */
    static void requireSupported(CamelContext context) {
        if (isTooOld(context.getVersion())) {
            throw new IllegalStateException("The component docproc requires Camel " + MINIMUM
                    + " or later, with its versions of Jackson and HttpClient; this is Camel " + context.getVersion());
        }
    }

    /** Returns false if Camel does not know its version, for example because it was repackaged. */
    private static boolean isTooOld(String version) {
        try {
            return Version.parse(version).compareTo(MINIMUM) < 0;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }
}
