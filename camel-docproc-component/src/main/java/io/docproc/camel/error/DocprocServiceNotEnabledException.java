/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.error;

/** The service does not exist, is not published or is not enabled for the account: 40007, 40008. Not retryable. */
public final class DocprocServiceNotEnabledException extends DocprocException {
    private static final long serialVersionUID = 1L;

    /** Made from what is known about the failed call. */
    public DocprocServiceNotEnabledException(ServiceFailure failure) {
        super(failure);
    }
}
