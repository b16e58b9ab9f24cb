/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.job;

import java.util.Locale;

/** Status of a job (the job status call of the public API reference). */
public enum JobStatus {
    PENDING,
    IN_PROGRESS,
    COMPLETED,
    FAILED;

    /** Returns the name in responses and callbacks. */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }
}
