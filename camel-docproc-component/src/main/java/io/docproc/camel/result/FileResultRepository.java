/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.result;

import io.docproc.camel.internal.body.FileNames;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import org.apache.commons.io.function.IOConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Result repository with one file for each result in a directory. Responses are not encrypted; only the user of the
 * process can read the directory and its files, where the file system supports this. Several nodes can share the
 * directory, but two nodes that process the same document at the same time both make the call. A result that cannot be
 * stored because the disk is full lets the oldest tenth of the results be removed. Thread-safe.
 */
public final class FileResultRepository extends AbstractResultRepository {
    private static final Logger LOG = LoggerFactory.getLogger(FileResultRepository.class);
    private static final String STORED = ".result";
    private static final String INCOMPLETE = ".new";
    private static final long FULL = 1024 * 1024;

    private final Path directory;
    private volatile boolean diskIsFull;

    private record StoredFile(Path path, long storedAt, long size) {}

    /** Creates a repository in a directory, which is created at start if it does not exist. */
    public FileResultRepository(Path directory) {
        this(directory, Clock.systemUTC());
    }

    /**
     * Creates a repository in the directory with this path, for configuration files.
     *
     * @throws IllegalArgumentException if the locale of this JVM has no such name
     */
    public FileResultRepository(String directory) {
        this(FileNames.path(directory));
    }

    FileResultRepository(Path directory, Clock clock) {
        super(clock);
        this.directory = directory;
    }

    @Override
    protected void doStart() throws Exception {
        Files.createDirectories(directory, ownerOnly("rwx------"));
        super.doStart();
    }

    private FileAttribute<?>[] ownerOnly(String permissions) {
        return directory.getFileSystem().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
                }
                : new FileAttribute<?>[0];
    }

    @Override
    Optional<InputStream> open(ResultKey key, Instant storedAfter) throws IOException {
        Path file = directory.resolve(key + STORED);
        try {
            return Files.getLastModifiedTime(file).toInstant().isAfter(storedAfter)
                    ? Optional.of(Files.newInputStream(file))
                    : Optional.empty();
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    @Override
    void write(ResultKey key, InputStream content, long length) throws IOException {
        Path incomplete = directory.resolve(key + "." + UUID.randomUUID() + INCOMPLETE);
        try {
            Files.createFile(incomplete, ownerOnly("rw-------"));
            try (FileOutputStream out = new FileOutputStream(incomplete.toFile())) {
                content.transferTo(out);
                out.getFD().sync();
            }
            Files.setLastModifiedTime(incomplete, FileTime.from(clock.instant()));
            Files.move(
                    incomplete,
                    directory.resolve(key + STORED),
                    StandardCopyOption.ATOMIC_MOVE,
                    StandardCopyOption.REPLACE_EXISTING);
            forceDirectory();
        } catch (IOException e) {
            diskIsFull = Files.getFileStore(directory).getUsableSpace() < FULL;
            if (diskIsFull) {
                evictSoon();
            }
            throw e;
        } finally {
            Files.deleteIfExists(incomplete);
        }
    }

    /** Forces the new name to the disk. Without it, a power failure could lose the result. */
    private void forceDirectory() {
        boolean interrupted = Thread.interrupted();
        try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
            channel.force(true);
        } catch (IOException e) {
            LOG.debug("Directory {} cannot be forced to disk on this system", directory, e);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Override
    void evict(Instant expired, Instant abandoned, long maximum) throws IOException {
        each(INCOMPLETE, file -> {
            if (file.storedAt() < abandoned.toEpochMilli()) {
                Files.deleteIfExists(file.path());
            }
        });
        SortedMap<Long, Long> bytes = new TreeMap<>();
        each(STORED, file -> {
            if (file.storedAt() <= expired.toEpochMilli()) {
                Files.deleteIfExists(file.path());
            } else {
                bytes.merge(file.storedAt() / 1000, file.size(), Long::sum);
            }
        });
        long total = bytes.values().stream().mapToLong(Long::longValue).sum();
        if (diskIsFull || total > maximum) {
            diskIsFull = false;
            deleteOldest(bytes, total - Math.min(total, maximum) / 10 * 9);
        }
    }

    /**
     * Deletes the oldest results. The heap holds no list of all files, but only the sizes by second.
     *
     * @param stored the total sizes of the results by the seconds at which they were stored
     * @param bytes the size to be deleted
     */
    private void deleteOldest(SortedMap<Long, Long> stored, long bytes) throws IOException {
        long remaining = bytes;
        long last = Long.MIN_VALUE;
        for (Map.Entry<Long, Long> second : stored.entrySet()) {
            if (remaining > 0) {
                last = second.getKey();
                remaining -= second.getValue();
            }
        }
        long newest = last;
        each(STORED, file -> {
            if (file.storedAt() / 1000 <= newest) {
                Files.deleteIfExists(file.path());
            }
        });
    }

    /** Visits each file. A file that another thread or process removes, or holds open on Windows, is skipped. */
    private void each(String suffix, IOConsumer<StoredFile> visitor) throws IOException {
        try (DirectoryStream<Path> paths = Files.newDirectoryStream(directory, "*" + suffix)) {
            for (Path path : paths) {
                try {
                    BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class);
                    visitor.accept(
                            new StoredFile(path, attributes.lastModifiedTime().toMillis(), attributes.size()));
                } catch (IOException e) {
                    LOG.debug("{} is skipped", path, e);
                }
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
    }
}
