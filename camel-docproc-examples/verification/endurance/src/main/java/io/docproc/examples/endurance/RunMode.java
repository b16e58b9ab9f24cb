/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.endurance;

/** Condition on which a run ends. */
enum RunMode {
    /** The run ends as soon as no document is waiting or in flight. */
    UNTIL_IDLE,
    /** The run ends when it is stopped. */
    UNTIL_STOPPED
}
