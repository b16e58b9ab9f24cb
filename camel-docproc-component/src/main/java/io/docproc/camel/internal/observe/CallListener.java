/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.observe;

import java.time.Duration;

/** Listener for completed calls. Runs on the thread that completes the call. */
@FunctionalInterface
interface CallListener {
    /**
     * Handles a completed call.
     *
     * @param operation the operation's name
     * @param outcome the outcome of the call
     * @param time the time from the permit to the completion; zero if the call had no permit
     */
    void callCompleted(String operation, CallOutcome outcome, Duration time);
}
