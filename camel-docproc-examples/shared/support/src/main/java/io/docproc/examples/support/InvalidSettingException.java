/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.support;

/** A property or environment variable that cannot be used; the message says which and what is allowed. */
public final class InvalidSettingException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Creates the exception with a message for the user. */
    public InvalidSettingException(String message) {
        super(message);
    }
}
