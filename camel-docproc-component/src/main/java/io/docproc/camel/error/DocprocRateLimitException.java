/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.error;

/**
 * The account has exceeded its rate limit. Code 40306, or HTTP status 429. Not retryable: the service may block the
 * client's IP address if it is called again at once.
 */
public final class DocprocRateLimitException extends DocprocAccountException {
    private static final long serialVersionUID = 1L;

    DocprocRateLimitException(ServiceFailure failure) {
        super(failure);
    }
}
