/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test;

import java.util.Map;
import java.util.TreeMap;

/** The documented error codes with their messages (interface document, Errors; public API reference). */
final class ErrorCodes {
    private static final int MIN_CODE = 201;
    private static final int MAX_CODE = 999_999;
    private static final Map<Integer, String> MESSAGES = Map.ofEntries(
            Map.entry(40101, "x-ti-app-id or x-ti-secret-code is empty"),
            Map.entry(40102, "x-ti-app-id or x-ti-secret-code is invalid"),
            Map.entry(40103, "client IP is not on the allowlist"),
            Map.entry(40003, "insufficient balance, please recharge first"),
            Map.entry(40004, "parameter error"),
            Map.entry(40007, "service does not exist or is not published"),
            Map.entry(40008, "service not enabled"),
            Map.entry(40301, "unsupported image type"),
            Map.entry(40302, "file size exceeds 50 MB"),
            Map.entry(40303, "unsupported file type"),
            Map.entry(40304, "invalid image dimensions"),
            Map.entry(40305, "no file uploaded"),
            Map.entry(40306, "QPS limit exceeded"),
            Map.entry(40307, "free quota used up"),
            Map.entry(40400, "invalid request URL"),
            Map.entry(40422, "file is corrupted"),
            Map.entry(40423, "password required or incorrect"),
            Map.entry(40424, "page number out of range"),
            Map.entry(40425, "input file format not supported"),
            Map.entry(40426, "file is corrupted"),
            Map.entry(40427, "DPI out of range"),
            Map.entry(40428, "office file processing failed or timed out"),
            Map.entry(40429, "engine not available"),
            Map.entry(30203, "upstream service failure, retry later"),
            Map.entry(500, "internal server error"),
            Map.entry(50011, "connection to the language model timed out"),
            Map.entry(50012, "language model engine error"),
            Map.entry(50207, "partial failure"));

    private ErrorCodes() {}

    static String message(int code) {
        String message = MESSAGES.get(code);
        if (message == null) {
            throw new IllegalArgumentException("Code " + code + " is not documented; documented error codes are "
                    + new TreeMap<>(MESSAGES).keySet() + ". Use fail(code, message) for any other code.");
        }
        return message;
    }

    static int requireError(int code) {
        if (code < MIN_CODE || code > MAX_CODE) {
            throw new IllegalArgumentException(
                    "Code " + code + " is not an error; allowed are codes from " + MIN_CODE + " to " + MAX_CODE + ".");
        }
        return code;
    }
}
