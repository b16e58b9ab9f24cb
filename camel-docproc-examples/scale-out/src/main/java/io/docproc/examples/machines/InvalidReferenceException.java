/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.machines;

/** Thrown if a document reference can never be processed; the message contains the reason. */
public final class InvalidReferenceException extends Exception {
    private static final long serialVersionUID = 1L;

    InvalidReferenceException(String reason) {
        super(reason);
    }
}
