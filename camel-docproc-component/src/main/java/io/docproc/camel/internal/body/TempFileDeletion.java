/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.body;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deletes a temporary file once. Must not refer to the {@link SharedTempFile}, which otherwise would never become
 * unreachable for the cleaner. Thread-safe.
 */
final class TempFileDeletion implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(TempFileDeletion.class);

    private final Path path;
    private final FilesAtExit atExit;
    private final DiskUsage.File usage;
    private boolean deleted;

    TempFileDeletion(Path path, DiskUsage usage, FilesAtExit atExit) {
        this.path = path;
        this.atExit = atExit;
        this.usage = usage.newFile();
        atExit.add(path);
    }

    /** Adds bytes that were written to the file to the disk usage. */
    void written(int count) {
        usage.grow(count);
    }

    @Override
    public synchronized void run() {
        if (deleted) {
            return;
        }
        try {
            Files.deleteIfExists(path);
            atExit.remove(path);
            usage.release();
            deleted = true;
        } catch (IOException e) {
            LOG.warn(
                    "Temporary file {} could not be deleted; it is deleted when the JVM exits: {}", path, e.toString());
        }
    }
}
