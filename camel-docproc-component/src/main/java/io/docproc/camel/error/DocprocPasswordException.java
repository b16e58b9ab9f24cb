/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.error;

/** The document requires a password, or the password is wrong. Code 40423. Not retryable. */
public final class DocprocPasswordException extends DocprocDocumentException {
    private static final long serialVersionUID = 1L;

    DocprocPasswordException(ServiceFailure failure) {
        super(failure);
    }
}
