/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local;

/** The one wording of code 40004: which parameter, what it was, what it may be. */
public final class ParameterError {
    private static final int CODE = 40004;
    private static final int MAX_VALUE_LENGTH = 60;

    private ParameterError() {}

    /** An exception with code 40004 that names the parameter, its value (shortened) and what is allowed. */
    public static ServiceException of(String parameter, Object value, String allowed) {
        String shown = String.valueOf(value);
        if (shown.length() > MAX_VALUE_LENGTH) {
            shown = shown.substring(0, MAX_VALUE_LENGTH) + "…";
        }
        return new ServiceException(CODE, "parameter error: " + parameter + " is " + shown + "; allowed: " + allowed);
    }

    /** An exception with code 40004 for a parameter that is not there. */
    public static ServiceException missing(String parameter) {
        return new ServiceException(CODE, "parameter error: " + parameter + " is required");
    }
}
