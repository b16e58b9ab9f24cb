/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.job;

import java.util.Locale;

/** How a job stands (the job status call of the public API reference). */
public enum JobStatus {
    PENDING,
    IN_PROGRESS,
    COMPLETED,
    FAILED;

    /** The word in answers and callbacks. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
