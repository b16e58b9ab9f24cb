/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.error;

/** A parameter, a schema, a body or an address is wrong: 40004, 40400. Not retryable. */
public final class DocprocInvalidRequestException extends DocprocException {
    private static final long serialVersionUID = 1L;

    /** Made from what is known about the failed call. */
    public DocprocInvalidRequestException(ServiceFailure failure) {
        super(failure);
    }
}
