/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.error;

/** The account has no money left: 40003. Not retryable until it is recharged. */
public final class DocprocBalanceException extends DocprocException {
    private static final long serialVersionUID = 1L;

    /** Made from what is known about the failed call. */
    public DocprocBalanceException(ServiceFailure failure) {
        super(failure);
    }
}
