/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.fault;

import java.io.IOException;

/** Effect of a fault on a call. */
@FunctionalInterface
public interface Effect {
    /** Completes the call with this fault. */
    void on(FaultTarget target) throws IOException;
}
