/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.error;

/** The document cannot be processed (type, size, dimensions, pages, damage): 40301 to 40305, 40422, 40424, 40425, 40428. Not retryable. */
public class DocprocDocumentException extends DocprocException {
    private static final long serialVersionUID = 1L;

    /** Made from what is known about the failed call. */
    public DocprocDocumentException(ServiceFailure failure) {
        super(failure);
    }

    /** A document that the component could not read, with the cause. */
    public DocprocDocumentException(ServiceFailure failure, Throwable cause) {
        super(failure, Repeat.USELESS, cause);
    }
}
