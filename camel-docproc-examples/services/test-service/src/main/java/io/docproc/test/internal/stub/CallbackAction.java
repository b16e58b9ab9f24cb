/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test.internal.stub;

/** Action of a stub on the callback of a job. */
public enum CallbackAction {
    /** Sends it. */
    SEND,
    /** Does not send it. */
    LOSE,
    /** Sends it again after the response. */
    DUPLICATE,
    /** Sends it twice at the same time. */
    DUPLICATE_CONCURRENTLY,
    /** Sends it after the callback of the next job. */
    REORDER,
    /** Sends forged callbacks to the same URL first. */
    FORGE
}
