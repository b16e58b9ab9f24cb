/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.error;

/**
 * The result of a parse job is not available: the job has not completed, has failed, or its result cannot be downloaded.
 * Retryable only if the job has not completed, because it may complete later.
 */
public final class DocprocJobException extends DocprocException {
    private static final long serialVersionUID = 1L;

    private final String jobId;
    private final String status;

    private DocprocJobException(ServiceFailure failure, Retry retry, String jobId, String status, Throwable cause) {
        super(failure, retry, cause);
        this.jobId = jobId;
        this.status = status;
    }

    /** Creates the exception for a job that has not completed. Retryable. */
    public static DocprocJobException notCompleted(ServiceFailure failure, String jobId, String status) {
        return new DocprocJobException(failure, Retry.ALLOWED, jobId, status, null);
    }

    /**
     * Creates the exception for a job that has failed, or whose result cannot be downloaded. Not retryable.
     *
     * @param failure the failed call
     * @param jobId the id of the job
     * @param status the status of the job
     * @param cause the failure of the download; null if the job has failed
     */
    public static DocprocJobException withoutResult(
            ServiceFailure failure, String jobId, String status, Throwable cause) {
        return new DocprocJobException(failure, Retry.FORBIDDEN, jobId, status, cause);
    }

    /** Returns the id of the job. */
    public String getJobId() {
        return jobId;
    }

    /** Returns the status of the job, for example {@code in_progress} or {@code failed}; empty if it is unknown. */
    public String getStatus() {
        return status;
    }
}
