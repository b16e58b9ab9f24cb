/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local;

/** A call that the local service refuses, with the code that the interface document lists under Errors. */
public final class ServiceException extends RuntimeException {
    private final int code;

    /**
     * @param code a code of the interface document's error table
     * @param message what was wrong, as the answer's {@code message} says it
     */
    public ServiceException(int code, String message) {
        super(message);
        this.code = code;
    }

    /** The answer's {@code code}. */
    public int code() {
        return code;
    }
}
