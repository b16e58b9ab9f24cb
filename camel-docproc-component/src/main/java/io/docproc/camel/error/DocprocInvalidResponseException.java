/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.error;

/**
 * The response is unusable: it is not a response of the service (HTML, empty, truncated, not JSON), has no required
 * payload, or has values that do not fit the requested type, or an {@link Error} occurred while it was read. Retryable
 * if the HTTP status is 500 or 503, or any other 5xx status of a GET, and never after an {@code Error}.
 */
public final class DocprocInvalidResponseException extends DocprocException {
    private static final long serialVersionUID = 1L;

    private static final int EXCERPT = 200;

    private final String excerpt;
    private final transient Object response;
    private final transient Mismatch mismatch;

    /**
     * Extracted value that does not fit a field of the {@code outputClass}.
     *
     * @param value the value, which is content of the document; null if the mapper does not report it
     * @param javaType the type of the field; null if the mapper does not report it
     */
    public record Mismatch(Object value, Class<?> javaType) {}

    /**
     * Creates the exception for a response that cannot be read.
     *
     * @param failure the failed call
     * @param excerpt the beginning of the response; only its first 200 characters are kept
     * @param cause the reason why the response cannot be read; may be null
     */
    public DocprocInvalidResponseException(ServiceFailure failure, String excerpt, Throwable cause) {
        this(withExcerpt(failure, shortened(excerpt)), shortened(excerpt), null, null, cause);
    }

    private DocprocInvalidResponseException(
            ServiceFailure failure, String excerpt, Object response, Mismatch mismatch, Throwable cause) {
        super(failure, Retry.of(failure.hasRetryableStatus() && !(cause instanceof Error)), cause);
        this.excerpt = excerpt;
        this.response = response;
        this.mismatch = mismatch;
    }

    /**
     * Creates the exception for a response that was read but cannot be delivered as requested.
     *
     * @param failure the failed call
     * @param response the response: an {@code ExtractResponse}, a {@code CropResponse}, or a stream of the response
     * @param cause the reason why the response cannot be delivered; may be null
     */
    public static DocprocInvalidResponseException withResponse(
            ServiceFailure failure, Object response, Throwable cause) {
        return new DocprocInvalidResponseException(failure, "", response, null, cause);
    }

    /**
     * Creates the exception for a response during whose reading an error of the JVM occurred, such as a
     * {@link LinkageError}. Not retryable, because the next response would fail in the same way.
     *
     * @param failure the failed call
     * @param excerpt the beginning of the response; only its first 200 characters are kept
     * @param response the response as far as it was read; null if nothing was read
     * @param cause the error
     */
    public static DocprocInvalidResponseException withError(
            ServiceFailure failure, String excerpt, Object response, Error cause) {
        String reason = failure.description() + cause
                + "; correct the class path or the failing class, and do not call again: the billed response is available"
                + " from getResponse() of this exception";
        return new DocprocInvalidResponseException(
                failure.withReason(reason), shortened(excerpt), response, null, cause);
    }

    /**
     * Creates the exception for extracted fields that do not fit the {@code outputClass}.
     *
     * @param failure the failed call
     * @param response the response
     * @param mismatch the value that does not fit
     * @param cause the reason why the value does not fit; may be null
     */
    public static DocprocInvalidResponseException withMismatch(
            ServiceFailure failure, Object response, Mismatch mismatch, Throwable cause) {
        return new DocprocInvalidResponseException(failure, "", response, mismatch, cause);
    }

    /**
     * Returns a copy of this exception that contains the response.
     *
     * @param partialResponse the response as far as it was read, as a stream
     */
    public DocprocInvalidResponseException copyWithResponse(Object partialResponse) {
        DocprocInvalidResponseException copy =
                new DocprocInvalidResponseException(failure(), excerpt, partialResponse, mismatch, getCause());
        copy.setStackTrace(getStackTrace());
        return copy;
    }

    private static String shortened(String excerpt) {
        return excerpt.substring(0, Math.min(EXCERPT, excerpt.length()));
    }

    private static ServiceFailure withExcerpt(ServiceFailure failure, String excerpt) {
        return excerpt.isEmpty() ? failure : failure.withReason(failure.description() + "; it begins: " + excerpt);
    }

    /** Returns the beginning of the response, at most 200 characters; empty if there is none. */
    public String getExcerpt() {
        return excerpt;
    }

    /**
     * Returns the response as far as it was read, so that a billed result is not lost. It is an {@code ExtractResponse}
     * of an extraction, a {@code CropResponse} of a crop call, else a {@code StreamCache} with the service's JSON. If the
     * JSON cannot be read, it is a {@code StreamCache} with the JSON, or with the first image of a crop call. Null if
     * nothing was read, and after serialization.
     */
    public Object getResponse() {
        return response;
    }

    /**
     * Returns the extracted value that does not fit the {@code outputClass}, with the type of its field. Null for any
     * other failure, and after serialization. {@link #getResponse()} contains all extracted fields.
     */
    public Mismatch getMismatch() {
        return mismatch;
    }
}
