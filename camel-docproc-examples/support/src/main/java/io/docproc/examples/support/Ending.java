/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.support;

/** When a run is over. */
public enum Ending {
    /** As soon as nothing is left to do. */
    WHEN_IDLE,
    /** When it is stopped. */
    WHEN_STOPPED
}
