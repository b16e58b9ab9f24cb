/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.result;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Directory whose files only the owner of the process can read, if the file system supports POSIX permissions. */
record ResultDirectory(Path path) {
    private static final Logger LOG = LoggerFactory.getLogger(ResultDirectory.class);

    void create() throws IOException {
        Files.createDirectories(path, permissions("rwx------"));
    }

    Path resolve(String name) {
        return path.resolve(name);
    }

    /**
     * Creates an empty file.
     *
     * @throws IOException if the file exists or cannot be created
     */
    Path createFile(String name) throws IOException {
        return Files.createFile(path.resolve(name), permissions("rw-------"));
    }

    /** Opens the lock file, and creates it if it does not exist. */
    FileChannel openLockFile(String name) throws IOException {
        Path file = path.resolve(name);
        if (Files.notExists(file)) {
            Files.write(file, new byte[0], StandardOpenOption.CREATE);
            restrict(file);
        }
        return FileChannel.open(file, StandardOpenOption.WRITE);
    }

    private void restrict(Path file) throws IOException {
        if (isPosix()) {
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        }
    }

    /** Replaces a file atomically. */
    static void replace(Path source, Path target) throws IOException {
        Files.move(source, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /**
     * Forces renames to disk, so that they survive a power failure. Has no effect on platforms that cannot open a
     * directory.
     */
    void force() {
        // An interrupt of the caller would close the channel before the directory is forced to disk.
        boolean interrupted = Thread.interrupted();
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
            channel.force(true);
        } catch (IOException e) {
            LOG.debug("Directory {} cannot be forced to disk on this platform", path, e);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private FileAttribute<?>[] permissions(String permissions) {
        return isPosix()
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
                }
                : new FileAttribute<?>[0];
    }

    private boolean isPosix() {
        return path.getFileSystem().supportedFileAttributeViews().contains("posix");
    }
}
