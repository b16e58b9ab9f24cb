/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.error;

/**
 * Account error: superclass of the authentication, balance, service-not-enabled and rate-limit errors. It concerns every
 * document of the account, and none in particular. Not retryable: a call of any document fails until the account works
 * again, so a route should leave the document at its source.
 */
public abstract class DocprocAccountException extends DocprocException {
    private static final long serialVersionUID = 1L;

    DocprocAccountException(ServiceFailure failure) {
        super(failure);
    }
}
