/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.error;

/**
 * The document cannot be processed because of its type, size, dimensions or pages, or because it is damaged. Codes
 * 40301 to 40305, 40422, 40424 to 40426 and 40428. Not retryable.
 */
public class DocprocDocumentException extends DocprocException {
    private static final long serialVersionUID = 1L;

    /** Creates the exception for a failed call. */
    public DocprocDocumentException(ServiceFailure failure) {
        super(failure);
    }

    /** Creates the exception for a document that the component cannot read. */
    public DocprocDocumentException(ServiceFailure failure, Throwable cause) {
        super(failure, Retry.FORBIDDEN, cause);
    }
}
