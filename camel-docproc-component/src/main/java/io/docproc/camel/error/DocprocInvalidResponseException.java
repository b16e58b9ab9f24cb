/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.error;

/**
 * An answer came that is not the service's: HTML, empty, truncated, not JSON, or JSON of another shape. Retryable when
 * the HTTP status is 5xx.
 */
public final class DocprocInvalidResponseException extends DocprocException {
    private static final long serialVersionUID = 1L;

    private final String excerpt;

    /**
     * @param failure what is known about the call
     * @param excerpt the beginning of the answer, already shortened
     * @param cause why the answer could not be read; may be null
     */
    public DocprocInvalidResponseException(ServiceFailure failure, String excerpt, Throwable cause) {
        super(withExcerpt(failure, excerpt), Repeat.of(failure.httpStatus() >= 500), cause);
        this.excerpt = excerpt;
    }

    private static ServiceFailure withExcerpt(ServiceFailure failure, String excerpt) {
        return excerpt.isEmpty() ? failure : failure.withMessage(failure.message() + "; it begins: " + excerpt);
    }

    /** The beginning of the answer, at most a few hundred characters; empty when there was nothing to show. */
    public String getExcerpt() {
        return excerpt;
    }
}
