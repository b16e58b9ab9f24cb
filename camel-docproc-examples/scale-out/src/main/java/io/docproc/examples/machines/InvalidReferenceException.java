/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.machines;

/** A claim that can never be worked on; the message says why. */
public final class InvalidReferenceException extends Exception {
    private static final long serialVersionUID = 1L;

    InvalidReferenceException(String reason) {
        super(reason);
    }
}
