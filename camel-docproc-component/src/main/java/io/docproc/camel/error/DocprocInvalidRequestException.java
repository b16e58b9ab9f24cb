/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.error;

/**
 * The request is invalid: a parameter, a schema, a body or a URL is wrong. Codes 40004, 40400, 40427 and 40429. Not
 * retryable.
 */
public final class DocprocInvalidRequestException extends DocprocException {
    private static final long serialVersionUID = 1L;

    /** Creates the exception for a failed call. */
    public DocprocInvalidRequestException(ServiceFailure failure) {
        super(failure);
    }
}
