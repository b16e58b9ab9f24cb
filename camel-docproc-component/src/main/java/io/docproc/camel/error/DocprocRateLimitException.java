/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.error;

/** The account's calls per second are used up: 40306. Never to be repeated at once: the service may block the client's address. */
public final class DocprocRateLimitException extends DocprocException {
    private static final long serialVersionUID = 1L;

    /** Made from what is known about the failed call. */
    public DocprocRateLimitException(ServiceFailure failure) {
        super(failure);
    }
}
