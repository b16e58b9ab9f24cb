/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.quickstart;

import io.docproc.examples.support.ExampleProperties;
import io.docproc.examples.support.InvalidSettingException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Folders of a job, as absolute paths.
 *
 * @param inbox documents to process
 * @param outbox results, originals with a result, and the report
 * @param failed originals that failed, with their notes
 */
public record JobFolders(Path inbox, Path outbox, Path failed) {

    /**
     * Creates the folders that the properties name.
     *
     * @throws InvalidSettingException if a folder is not writable
     */
    static JobFolders create(ExampleProperties properties) throws IOException {
        JobFolders folders = new JobFolders(
                properties.folder("docproc.inbox"),
                properties.folder("docproc.outbox"),
                properties.folder("docproc.failed"));
        Files.createDirectories(folders.report());
        return folders;
    }

    /** Returns the number of documents that are waiting or in flight. */
    int waiting() {
        return ExampleProperties.files(inbox).size();
    }

    /** Returns the folder of the data of the report. */
    Path report() {
        return outbox.resolve("report");
    }

    /** Returns the result of a document whose fields were extracted. */
    Path fields(String document) {
        return outbox.resolve(document + ".json");
    }

    /** Returns the file with the reason of a failure. */
    Path note(String document) {
        return failed.resolve(document + ".error.txt");
    }
}
