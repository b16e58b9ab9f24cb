/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.parsing;

import io.docproc.examples.support.ExampleProperties;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Folders of a run, as absolute paths.
 *
 * @param inbox documents without a result
 * @param outbox results, and originals with a result
 * @param failed documents that failed, with their reasons
 * @param state pending jobs, and completions that were processed
 */
record ParsingFolders(Path inbox, Path outbox, Path failed, Path state) {

    /** Returns the folders that the properties name; creates those that are missing. */
    static ParsingFolders of(ExampleProperties properties) throws IOException {
        return new ParsingFolders(
                properties.folder("docproc.inbox"),
                properties.folder("docproc.outbox"),
                properties.folder("docproc.failed"),
                properties.folder("docproc.state"));
    }
}
