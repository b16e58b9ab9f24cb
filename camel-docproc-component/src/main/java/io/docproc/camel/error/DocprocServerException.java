/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.error;

/** The service failed on its own side: 30203, 500, 50011, 50012, or an HTTP 5xx status. Retryable. */
public final class DocprocServerException extends DocprocException {
    private static final long serialVersionUID = 1L;

    /** Made from what is known about the failed call. */
    public DocprocServerException(ServiceFailure failure) {
        super(failure, Repeat.ALLOWED, null);
    }
}
