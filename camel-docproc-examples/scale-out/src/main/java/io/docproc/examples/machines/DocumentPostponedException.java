/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.machines;

/** A claim that cannot be worked on now, and may be later; the message says why. */
public final class DocumentPostponedException extends Exception {
    private static final long serialVersionUID = 1L;

    DocumentPostponedException(String reason) {
        super(reason);
    }
}
