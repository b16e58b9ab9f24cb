/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.poller;

import java.nio.file.attribute.FileTime;

/**
 * State of a document in the inbox at the last check; a document that changes is still being written.
 *
 * @param name its name in the inbox, with its folders
 * @param size bytes
 * @param modified when it was written last
 */
public record WaitingDocument(String name, long size, FileTime modified) {
    /** The name on one line, whatever characters it is made of. */
    String printableName() {
        return name.replaceAll("\\p{Cntrl}", "?");
    }
}
