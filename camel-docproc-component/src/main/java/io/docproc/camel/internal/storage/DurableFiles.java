/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.storage;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;

/**
 * File operations that survive a power failure. An interrupt of the calling thread does not abort them. Only the owner
 * of the process can read the files and directories that they create, if the file system supports POSIX permissions.
 */
public final class DurableFiles {
    /** Suffix of a file that is not renamed until it is complete and on disk. */
    public static final String UNFINISHED = ".new";

    private static final Set<PosixFilePermission> OWNER_ONLY_FILE = PosixFilePermissions.fromString("rw-------");
    private static final Set<PosixFilePermission> OWNER_ONLY_DIRECTORY = PosixFilePermissions.fromString("rwx------");

    private static final boolean DIRECTORIES_CAN_BE_FORCED =
            !System.getProperty("os.name", "").startsWith("Windows");

    private DurableFiles() {}

    /** Creates a directory and its parents, and forces their entries to disk. Has no effect on one that exists. */
    public static void createDirectories(Path directory) throws IOException {
        Deque<Path> missing = new ArrayDeque<>();
        for (Path path = directory.toAbsolutePath(); path != null && Files.notExists(path); path = path.getParent()) {
            missing.push(path);
        }
        Files.createDirectories(directory, attributes(directory, OWNER_ONLY_DIRECTORY));
        for (Path created : missing) {
            force(created.getParent());
        }
    }

    /**
     * Creates an empty file.
     *
     * @throws IOException if the file exists or cannot be created
     */
    public static Path createFile(Path file) throws IOException {
        return Files.createFile(file, attributes(file, OWNER_ONLY_FILE));
    }

    /** Opens a lock file, and creates it if it does not exist. Another process may create it at the same time. */
    static FileChannel openLockFile(Path file) throws IOException {
        return FileChannel.open(
                file,
                Set.of(StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE),
                attributes(file, OWNER_ONLY_FILE));
    }

    /** Renames a file atomically and replaces the target if it exists. */
    public static void move(Path source, Path target) throws IOException {
        Files.move(source, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /** Forces the entries of a directory to disk. Has no effect on Windows, which does not support this. */
    public static void force(Path directory) throws IOException {
        if (!DIRECTORIES_CAN_BE_FORCED) {
            return;
        }
        boolean interrupted = Thread.interrupted();
        try {
            while (!forced(directory)) {
                interrupted |= Thread.interrupted();
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static boolean forced(Path directory) throws IOException {
        try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
            channel.force(true);
            return true;
        } catch (ClosedByInterruptException e) {
            return false;
        }
    }

    private static FileAttribute<?>[] attributes(Path path, Set<PosixFilePermission> permissions) {
        return isPosix(path)
                ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(permissions)}
                : new FileAttribute<?>[0];
    }

    private static boolean isPosix(Path path) {
        return path.getFileSystem().supportedFileAttributeViews().contains("posix");
    }
}
