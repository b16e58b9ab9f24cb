/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.support;

/** A property or environment variable that cannot be used; the message says which and what is allowed. */
public final class InvalidSettingException extends Exception {
    private static final long serialVersionUID = 1L;

    /** @param message says which and what is allowed */
    public InvalidSettingException(String message) {
        super(message);
    }
}
