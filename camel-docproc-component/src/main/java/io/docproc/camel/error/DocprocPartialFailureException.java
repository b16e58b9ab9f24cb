/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.error;

/** The service processed only a part: 50207. Not retryable; the part that succeeded is carried along. */
public final class DocprocPartialFailureException extends DocprocException {
    private static final long serialVersionUID = 1L;

    private final transient Object partialAnswer;

    /**
     * @param failure what is known about the call
     * @param partialAnswer the answer as far as the service gave it: an {@code ExtractResponse}
     */
    public DocprocPartialFailureException(ServiceFailure failure, Object partialAnswer) {
        super(failure);
        this.partialAnswer = partialAnswer;
    }

    /** The answer as far as the service gave it: an {@code ExtractResponse}. */
    public Object getPartialAnswer() {
        return partialAnswer;
    }
}
