/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.observe;

import java.time.Duration;

/** Is told of every call that has ended, on the thread of the call. */
@FunctionalInterface
interface CallListener {
    /**
     * A call has ended.
     *
     * @param operation the operation's name
     * @param end how it ended
     * @param time from having a place until the end
     */
    void ended(String operation, CallEnd end, Duration time);
}
