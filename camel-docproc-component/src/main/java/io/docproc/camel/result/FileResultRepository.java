/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.result;

import io.docproc.camel.internal.storage.DurableFiles;
import java.nio.file.Path;
import java.time.Clock;

/**
 * Result repository in a directory. Several processes may share it if the file system supports file locks. Each result
 * is one file with the response of the service, not encrypted. On POSIX file systems only the owner of the process can
 * read it. Results survive a crash of the process and a power failure. Thread-safe.
 */
public final class FileResultRepository extends AbstractResultRepository {
    private final Path directory;

    /** Creates a repository in a directory, which is created at start if it does not exist. */
    public FileResultRepository(Path directory) {
        this(directory, Clock.systemUTC());
    }

    /** Creates a repository in the directory with this path, for configuration files. */
    public FileResultRepository(String directory) {
        this(Path.of(directory));
    }

    FileResultRepository(Path directory, Clock clock) {
        super(clock, new FileResultStore(directory), new FileLeaseTable(directory));
        this.directory = directory;
    }

    @Override
    protected void doStart() throws Exception {
        DurableFiles.createDirectories(directory);
        super.doStart();
    }
}
