/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.result;

import io.docproc.camel.internal.storage.DurableFiles;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;

/** Stores each lease in a file of a directory. The lock of the directory guards all access. */
final class FileLeaseTable implements LeaseTable {
    private static final String SUFFIX = ".lease";

    private final Path directory;
    private volatile DirectoryLock lock;

    private record Lease(String owner, Instant expiresAt) {}

    FileLeaseTable(Path directory) {
        this.directory = directory;
    }

    /** Opens the lock. No lease can be acquired before. */
    void open() throws IOException {
        Path file = directory.resolve("lock");
        lock = new DirectoryLock(file, DurableFiles.openLockFile(file));
    }

    void close() throws IOException {
        if (lock != null) {
            lock.close();
        }
    }

    @Override
    public boolean acquire(String name, String owner, Instant now, Instant expiresAt) throws IOException {
        return lock.call(() -> {
            boolean free = read(file(name))
                    .filter(lease -> lease.expiresAt().isAfter(now))
                    .isEmpty();
            if (free) {
                write(name, new Lease(owner, expiresAt));
            }
            return free;
        });
    }

    @Override
    public boolean renew(String name, String owner, Instant expiresAt) throws IOException {
        return lock.call(() -> {
            boolean owned = isOwner(name, owner);
            if (owned) {
                write(name, new Lease(owner, expiresAt));
            }
            return owned;
        });
    }

    @Override
    public void release(String name, String owner) throws IOException {
        lock.call(() -> isOwner(name, owner) && Files.deleteIfExists(file(name)));
    }

    @Override
    public void removeExpired(Instant before) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "*" + SUFFIX)) {
            for (Path file : files) {
                lock.call(() -> isExpired(file, before) && Files.deleteIfExists(file));
            }
        }
    }

    private boolean isExpired(Path file, Instant before) throws IOException {
        return read(file).filter(lease -> !lease.expiresAt().isBefore(before)).isEmpty();
    }

    private boolean isOwner(String name, String owner) throws IOException {
        return read(file(name)).filter(lease -> lease.owner().equals(owner)).isPresent();
    }

    private Path file(String name) {
        return directory.resolve(name + SUFFIX);
    }

    /** Reads a lease. An unreadable lease was being written during a power failure and is free. */
    private static Optional<Lease> read(Path file) throws IOException {
        try {
            String[] words = Files.readString(file).split(" ");
            return Optional.of(new Lease(words[0], Instant.ofEpochMilli(Long.parseLong(words[1]))));
        } catch (NoSuchFileException | NumberFormatException | ArrayIndexOutOfBoundsException e) {
            return Optional.empty();
        }
    }

    private void write(String name, Lease lease) throws IOException {
        Path unfinished = DurableFiles.createFile(directory.resolve(name + "." + lease.owner() + ".lease-new"));
        try {
            Files.writeString(
                    unfinished, lease.owner() + " " + lease.expiresAt().toEpochMilli());
            DurableFiles.move(unfinished, file(name));
        } catch (IOException | RuntimeException e) {
            // An existing file would make every later renewal fail, and the lease would expire during its call.
            Files.deleteIfExists(unfinished);
            throw e;
        }
    }
}
