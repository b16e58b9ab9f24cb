/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.error;

/**
 * Balance error: the balance of the account is insufficient, or its free daily quota is used up. Codes 40003 and 40307.
 * Not retryable until the account is recharged.
 */
public final class DocprocBalanceException extends DocprocAccountException {
    private static final long serialVersionUID = 1L;

    DocprocBalanceException(ServiceFailure failure) {
        super(failure);
    }
}
