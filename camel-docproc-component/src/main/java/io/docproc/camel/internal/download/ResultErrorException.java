/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.download;

import java.io.IOException;

/**
 * Thrown if the response to a download is an error that is not about the job, for example an account error, a rate limit
 * or a server error. A later download may succeed.
 */
public final class ResultErrorException extends IOException {
    private static final long serialVersionUID = 1L;

    private final int code;
    private final int httpStatus;

    ResultErrorException(String message, int code, int httpStatus) {
        super(message);
        this.code = code;
        this.httpStatus = httpStatus;
    }

    /** Returns a copy with another message. */
    ResultErrorException withMessage(String message) {
        return new ResultErrorException(message, code, httpStatus);
    }

    /** Returns the code of the service; 0 if there is none. */
    public int code() {
        return code;
    }

    /** Returns the HTTP status of the response. */
    public int httpStatus() {
        return httpStatus;
    }
}
