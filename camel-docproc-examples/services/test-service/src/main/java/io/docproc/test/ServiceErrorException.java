/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test;

import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Thrown to respond to a call with an error code (interface document, Errors). */
public final class ServiceErrorException extends RuntimeException {
    /** The documented error codes with their messages (interface document, Errors; public API reference). */
    private static final Map<Integer, String> MESSAGES =
            """
            40101 x-ti-app-id or x-ti-secret-code is empty
            40102 x-ti-app-id or x-ti-secret-code is invalid
            40103 client IP is not on the allowlist
            40003 insufficient balance, please recharge first
            40004 parameter error
            40007 service does not exist or is not published
            40008 service not enabled
            40301 unsupported image type
            40302 file size exceeds 50 MB
            40303 unsupported file type
            40304 invalid image dimensions
            40305 no file uploaded
            40306 QPS limit exceeded
            40307 free quota used up
            40400 invalid request URL
            40422 file is corrupted
            40423 password required or incorrect
            40424 page number out of range
            40425 input file format not supported
            40426 file is corrupted
            40427 DPI out of range
            40428 office file processing failed or timed out
            40429 engine not available
            30203 upstream service failure, retry later
            500 internal server error
            50011 connection to the language model timed out
            50012 language model engine error
            50207 partial failure
            """
                    .lines()
                    .map(line -> line.split(" ", 2))
                    .collect(Collectors.toMap(it -> Integer.valueOf(it[0]), it -> it[1], (a, b) -> a, TreeMap::new));

    private final int code;

    /** Creates an exception with the {@code code} and the {@code message} of the response. */
    public ServiceErrorException(int code, String message) {
        super(message);
        this.code = code;
    }

    /** Returns the {@code code} of the response. */
    public int code() {
        return code;
    }

    static String message(int code) {
        String message = MESSAGES.get(code);
        if (message == null) {
            throw new IllegalArgumentException("Code " + code + " is not documented; documented error codes are "
                    + MESSAGES.keySet() + ". Use fail(code, message) for any other code.");
        }
        return message;
    }

    /** Returns the refusal of a call with the documented message, and with the reason. */
    static ServiceErrorException refusal(int code, String reason) {
        return new ServiceErrorException(code, message(code) + reason);
    }
}
