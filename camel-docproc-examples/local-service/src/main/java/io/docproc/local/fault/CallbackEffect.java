/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.fault;

/** What a fault makes of a callback. */
public enum CallbackEffect {
    /** The callback is never sent. */
    LOSE,
    /** It is sent again once it has been answered. */
    REPEAT,
    /** It is sent twice at the same moment. */
    REPEAT_TOGETHER,
    /** It is held back until the next job's callback has been sent. */
    REORDER,
    /** Before it, forged ones go to the same address: one for each query parameter, changed, and one without query. */
    FORGE
}
