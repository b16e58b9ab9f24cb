/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.error;

/**
 * Only a part of the document was processed. Code 50207. Not retryable; the exception contains the part that succeeded.
 */
public final class DocprocPartialFailureException extends DocprocException {
    private static final long serialVersionUID = 1L;

    private final transient Object partialResponse;

    /**
     * Creates the exception for a partial response.
     *
     * @param failure the failed call
     * @param partialResponse the part of the response that the service returned, see {@link #getPartialResponse()}
     */
    public DocprocPartialFailureException(ServiceFailure failure, Object partialResponse) {
        super(failure);
        this.partialResponse = partialResponse;
    }

    /**
     * Returns the partial response. It is an {@code ExtractResponse} of an extraction, a {@code CropResponse} of a crop
     * call, else a {@code StreamCache} with the parsed document. Null after serialization.
     */
    public Object getPartialResponse() {
        return partialResponse;
    }
}
