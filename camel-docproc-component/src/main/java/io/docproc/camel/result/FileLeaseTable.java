/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.result;

import io.docproc.camel.internal.storage.DurableFiles;
import io.docproc.camel.internal.storage.ExclusiveFileLock;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/** Stores each lease in a file of a directory. The lock of the directory guards all access. */
final class FileLeaseTable implements LeaseTable {
    private static final String SUFFIX = ".lease";
    private static final Duration LOCK_TIMEOUT = Duration.ofSeconds(10);

    private final Path directory;
    /** Lets the threads of this table wait in a queue. */
    private final ReentrantLock threads = new ReentrantLock();

    private record Lease(String owner, Instant expiresAt) {}

    FileLeaseTable(Path directory) {
        this.directory = directory;
    }

    /** File operations that must not interleave with those of another thread or process. */
    @FunctionalInterface
    private interface Action<T> {
        T run() throws IOException;
    }

    private <T> T callLocked(Action<T> action) throws IOException {
        threads.lock();
        try (ExclusiveFileLock lock = ExclusiveFileLock.acquire(directory, LOCK_TIMEOUT)) {
            return action.run();
        } finally {
            threads.unlock();
        }
    }

    @Override
    public boolean acquire(String name, String owner, Instant now, Instant expiresAt) throws IOException {
        return callLocked(() -> {
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
        return callLocked(() -> {
            boolean owned = isOwner(name, owner);
            if (owned) {
                write(name, new Lease(owner, expiresAt));
            }
            return owned;
        });
    }

    @Override
    public void release(String name, String owner) throws IOException {
        callLocked(() -> isOwner(name, owner) && Files.deleteIfExists(file(name)));
    }

    @Override
    public void removeExpired(Instant before) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "*" + SUFFIX)) {
            for (Path file : files) {
                callLocked(() -> isExpired(file, before) && Files.deleteIfExists(file));
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
