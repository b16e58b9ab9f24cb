/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.error;

/**
 * An answer came that is not the service's: HTML, empty, truncated, not JSON, or JSON of another shape. Retryable when
 * the HTTP status is 5xx.
 */
public final class DocprocInvalidResponseException extends DocprocException {
    private static final long serialVersionUID = 1L;

    private static final int EXCERPT = 200;

    private final String excerpt;

    /**
     * @param failure what is known about the call
     * @param excerpt the beginning of the answer; only its first 200 characters are kept
     * @param cause why the answer could not be read; may be null
     */
    public DocprocInvalidResponseException(ServiceFailure failure, String excerpt, Throwable cause) {
        super(withExcerpt(failure, shortened(excerpt)), Repeat.of(failure.httpStatus() >= 500), cause);
        this.excerpt = shortened(excerpt);
    }

    private static String shortened(String excerpt) {
        return excerpt.substring(0, Math.min(EXCERPT, excerpt.length()));
    }

    private static ServiceFailure withExcerpt(ServiceFailure failure, String excerpt) {
        return excerpt.isEmpty() ? failure : failure.withMessage(failure.message() + "; it begins: " + excerpt);
    }

    /** The beginning of the answer, at most a few hundred characters; empty when there was nothing to show. */
    public String getExcerpt() {
        return excerpt;
    }
}
