/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test;

/** Creates the exceptions with code 40004 (parameter error), for responders and checks of requests. */
public final class ParameterError {
    private static final int CODE = 40004;
    private static final int MAX_SHOWN = 60;

    private ParameterError() {}

    /** Returns an exception that names the parameter, its value (shortened) and the allowed values. */
    public static ServiceErrorException of(String parameter, Object value, String allowed) {
        String shown = String.valueOf(value);
        if (shown.length() > MAX_SHOWN) {
            shown = shown.substring(0, MAX_SHOWN) + "…";
        }
        return new ServiceErrorException(
                CODE, "parameter error: " + parameter + " is " + shown + "; allowed: " + allowed);
    }

    /** Returns an exception for a required parameter that is missing. */
    public static ServiceErrorException missing(String parameter) {
        return new ServiceErrorException(CODE, "parameter error: " + parameter + " is required");
    }
}
