/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.machines;

/** Thrown if a document cannot be processed now and is retried later; the message contains the reason. */
public final class DocumentPostponedException extends Exception {
    private static final long serialVersionUID = 1L;

    DocumentPostponedException(String reason) {
        super(reason);
    }
}
