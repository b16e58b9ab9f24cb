/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.error;

/**
 * The service failed. Codes 30203, 500, 50011 and 50012, or an HTTP 5xx status. Retryable, except for a POST with an
 * HTTP status other than 500 and 503, because a gateway may have forwarded the call.
 */
public final class DocprocServerException extends DocprocException {
    private static final long serialVersionUID = 1L;

    DocprocServerException(ServiceFailure failure) {
        this(failure, Retry.ALLOWED);
    }

    private DocprocServerException(ServiceFailure failure, Retry retry) {
        super(failure, retry, null);
    }

    /** Creates the exception for an HTTP status without a code of the service. */
    static DocprocServerException ofStatus(ServiceFailure failure) {
        return new DocprocServerException(failure, Retry.of(failure.hasRetryableStatus()));
    }
}
