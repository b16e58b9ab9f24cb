/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.quota;

/** Says when a call may start. */
@FunctionalInterface
public interface Turn {
    /** Waits until the call may start. */
    void await() throws InterruptedException;
}
