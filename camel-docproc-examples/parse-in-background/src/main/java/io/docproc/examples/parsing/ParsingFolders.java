/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.parsing;

import io.docproc.examples.support.ExampleProperties;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Folders of a run, as absolute paths.
 *
 * @param inbox documents without a result
 * @param outbox results, and originals with a result
 * @param failed documents that failed, with their reasons
 * @param state pending jobs, and completions that were processed
 */
record ParsingFolders(Path inbox, Path outbox, Path failed, Path state) {

    /** Returns the folders that the properties name. */
    static ParsingFolders of(ExampleProperties properties) {
        return new ParsingFolders(
                properties.path("docproc.inbox"),
                properties.path("docproc.outbox"),
                properties.path("docproc.failed"),
                properties.path("docproc.state"));
    }

    /** Creates the folders. */
    void create() throws IOException {
        for (Path folder : List.of(inbox, outbox, failed, state)) {
            Files.createDirectories(folder);
        }
    }
}
