/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.error;

/**
 * Authentication error: the credentials are missing or wrong, or the client's IP address is not allowed. Codes 40101,
 * 40102 and 40103, or HTTP status 401 or 403 without a code. Not retryable.
 */
public final class DocprocAuthenticationException extends DocprocAccountException {
    private static final long serialVersionUID = 1L;

    DocprocAuthenticationException(ServiceFailure failure) {
        super(failure);
    }
}
