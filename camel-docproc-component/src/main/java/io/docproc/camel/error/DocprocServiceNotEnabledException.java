/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.error;

/**
 * The service does not exist, is not published, or is not enabled for the account. Codes 40007 and 40008. Not
 * retryable.
 */
public final class DocprocServiceNotEnabledException extends DocprocAccountException {
    private static final long serialVersionUID = 1L;

    DocprocServiceNotEnabledException(ServiceFailure failure) {
        super(failure);
    }
}
