/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.error;

/** The document wants a password, or another one: 40423. Not retryable. */
public final class DocprocPasswordException extends DocprocDocumentException {
    private static final long serialVersionUID = 1L;

    /** Made from what is known about the failed call. */
    public DocprocPasswordException(ServiceFailure failure) {
        super(failure);
    }
}
