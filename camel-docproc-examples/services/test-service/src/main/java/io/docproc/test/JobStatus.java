/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test;

import java.util.Locale;

/** Status of a parse job (job status call of the public API reference). */
public enum JobStatus {
    /** Accepted, not started. */
    PENDING,
    /** The document is being parsed. */
    IN_PROGRESS,
    /** Parsed; the result can be downloaded. */
    COMPLETED,
    /** Not parsed. */
    FAILED;

    /** Returns the spelling in responses and callbacks, for example {@code in_progress}. */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns whether the status does not change any more. */
    public boolean isTerminal() {
        return this == COMPLETED || this == FAILED;
    }
}
