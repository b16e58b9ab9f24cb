/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.webhook;

import java.io.IOException;

/** Thrown if a result cannot be downloaded, other than because of the connection or an unreadable response. */
public final class DownloadException extends IOException {
    private static final long serialVersionUID = 1L;

    private final Reason reason;
    private final int code;
    private final int httpStatus;

    /** Why the result could not be downloaded. */
    public enum Reason {
        /** The URL does not exist or has expired. A status request may return another URL. */
        EXPIRED,
        /**
         * Another attempt cannot succeed while the service and the options stay the same: the URL is refused, the
         * result is too large, or the response is an error about the job.
         */
        UNAVAILABLE,
        /** The response is another error, such as an account error or a server error. A later download may succeed. */
        ERROR
    }

    private DownloadException(Reason reason, String message, int code, int httpStatus) {
        super(message);
        this.reason = reason;
        this.code = code;
        this.httpStatus = httpStatus;
    }

    static DownloadException expired(String message) {
        return new DownloadException(Reason.EXPIRED, message, 0, 0);
    }

    static DownloadException unavailable(String message) {
        return new DownloadException(Reason.UNAVAILABLE, message, 0, 0);
    }

    static DownloadException error(String message, int code, int httpStatus) {
        return new DownloadException(Reason.ERROR, message, code, httpStatus);
    }

    /** Returns a copy with another message. */
    DownloadException withMessage(String message) {
        return new DownloadException(reason, message, code, httpStatus);
    }

    /** Returns why the result could not be downloaded. */
    public Reason reason() {
        return reason;
    }

    /** Returns the code of the service; 0 if there is none. */
    public int code() {
        return code;
    }

    /** Returns the HTTP status of an {@link Reason#ERROR}; otherwise 0. */
    public int httpStatus() {
        return httpStatus;
    }
}
