/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.error;

/** The credentials are missing or wrong, or the client's address is not allowed: 40101, 40102, 40103. Not retryable. */
public final class DocprocAuthenticationException extends DocprocException {
    private static final long serialVersionUID = 1L;

    /** Made from what is known about the failed call. */
    public DocprocAuthenticationException(ServiceFailure failure) {
        super(failure);
    }
}
