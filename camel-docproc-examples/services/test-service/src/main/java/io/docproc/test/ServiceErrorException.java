/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test;

/** Thrown to respond to a call with an error code (interface document, Errors). */
public final class ServiceErrorException extends RuntimeException {
    private final int code;

    /**
     * Creates an exception.
     *
     * @param code the {@code code} of the response
     * @param message the {@code message} of the response
     */
    public ServiceErrorException(int code, String message) {
        super(message);
        this.code = code;
    }

    /** Returns the {@code code} of the response. */
    public int code() {
        return code;
    }
}
