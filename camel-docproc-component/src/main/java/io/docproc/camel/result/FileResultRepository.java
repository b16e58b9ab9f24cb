/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.result;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
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
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.commons.io.function.IOConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Result repository with one file for each result in a directory, and one for each count of unanswered calls. Responses are not encrypted; only the user of the
 * process can read the directory and its files, where the file system supports this. Several nodes can share the
 * directory, but two nodes that process the same document at the same time both make the call. A result that cannot be
 * stored because the disk is full lets the oldest tenth of the results be removed. Thread-safe.
 */
public final class FileResultRepository extends AbstractResultRepository {
    private static final Logger LOG = LoggerFactory.getLogger(FileResultRepository.class);
    private static final String STORED = ".result";
    private static final String ATTEMPTS = ".attempts";
    private static final String INCOMPLETE = ".new";
    private static final long FULL = 1024 * 1024;
    /** The number of calls, the time of the first and the time of the last in milliseconds since the epoch. */
    private static final Pattern COUNT = Pattern.compile("([1-9]\\d{0,8}) (\\d{1,15}) (\\d{1,15})\n");

    private static final int MAX_COUNT_BYTES = 64;

    private final Path directory;
    private final Clock clock;
    private volatile boolean diskIsFull;

    private record StoredFile(Path path, long storedAt, long size) {}

    /** Creates a repository in a directory, which is created at start if it does not exist. */
    public FileResultRepository(Path directory) {
        this(directory, Clock.systemUTC());
    }

    /** Creates a repository in the directory with this path, for configuration files. */
    public FileResultRepository(String directory) {
        this(Path.of(directory));
    }

    FileResultRepository(Path directory, Clock clock) {
        this.directory = directory;
        this.clock = clock;
    }

    @Override
    protected void doStart() throws Exception {
        try {
            Files.createDirectories(directory, ownerOnly("rwx------"));
        } catch (IOException e) {
            throw new IOException(
                    "The folder " + directory.toAbsolutePath() + " of the result repository cannot be created (" + e
                            + "); set resultRepository to a folder that the user of the process may create and write",
                    e);
        }
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
    Optional<InputStream> open(ResultKey key, Duration age) throws IOException {
        Path file = directory.resolve(key + STORED);
        try {
            return Files.getLastModifiedTime(file).toInstant().isAfter(before(age))
                    ? Optional.of(Files.newInputStream(file))
                    : Optional.empty();
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    private Instant before(Duration age) {
        return clock.instant().minus(age);
    }

    @Override
    void write(ResultKey key, InputStream content, long length) throws IOException {
        replace(key, STORED, content::transferTo);
    }

    /** Replaces a file of a key. The new file is complete and on the disk when it gets its name. */
    private void replace(ResultKey key, String suffix, IOConsumer<OutputStream> content) throws IOException {
        Path incomplete = directory.resolve(key + "." + UUID.randomUUID() + INCOMPLETE);
        try {
            Files.createFile(incomplete, ownerOnly("rw-------"));
            try (FileOutputStream out = new FileOutputStream(incomplete.toFile())) {
                content.accept(out);
                out.getFD().sync();
            }
            Files.setLastModifiedTime(incomplete, FileTime.from(clock.instant()));
            Files.move(
                    incomplete,
                    directory.resolve(key + suffix),
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

    @Override
    public boolean enter(ResultKey key) throws IOException {
        if (!leased.contains(key)) {
            return false;
        }
        Instant now = clock.instant();
        UnansweredCalls calls = unanswered(key).next(now);
        String text = calls.count() + " " + calls.since().toEpochMilli() + " " + now.toEpochMilli() + "\n";
        replace(key, ATTEMPTS, out -> out.write(text.getBytes(StandardCharsets.US_ASCII)));
        return true;
    }

    @Override
    Optional<UnansweredCalls> acquireLease(ResultKey key) throws IOException {
        return Optional.of(unanswered(key));
    }

    private UnansweredCalls unanswered(ResultKey key) throws IOException {
        try {
            UnansweredCalls calls = read(directory.resolve(key + ATTEMPTS));
            return calls.last().isAfter(before(COUNTS_KEPT)) ? calls : UnansweredCalls.NONE;
        } catch (NoSuchFileException e) {
            return UnansweredCalls.NONE;
        }
    }

    private static UnansweredCalls read(Path file) throws IOException {
        // Not as text, because a damaged file may be large and may have any bytes.
        byte[] bytes;
        try (InputStream in = Files.newInputStream(file)) {
            bytes = in.readNBytes(MAX_COUNT_BYTES);
        }
        Matcher count = COUNT.matcher(new String(bytes, StandardCharsets.ISO_8859_1));
        if (count.matches()) {
            return new UnansweredCalls(
                    Integer.parseInt(count.group(1)),
                    Instant.ofEpochMilli(Long.parseLong(count.group(2))),
                    Instant.ofEpochMilli(Long.parseLong(count.group(3))));
        }
        LOG.warn("The count of calls in {} is damaged and is read as one call; check the disk", file);
        Instant written = Files.getLastModifiedTime(file).toInstant();
        return new UnansweredCalls(1, written, written);
    }

    @Override
    public void answered(ResultKey key) throws IOException {
        Files.deleteIfExists(directory.resolve(key + ATTEMPTS));
    }

    @Override
    public void delete(ResultKey key) throws IOException {
        Files.deleteIfExists(directory.resolve(key + STORED));
        answered(key);
    }

    @Override
    public void deleteAll() throws IOException {
        for (String suffix : List.of(STORED, ATTEMPTS)) {
            try (DirectoryStream<Path> paths = Files.newDirectoryStream(directory, "*" + suffix)) {
                for (Path path : paths) {
                    Files.deleteIfExists(path);
                }
            } catch (DirectoryIteratorException e) {
                throw e.getCause();
            }
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
    void evict(Duration age, long maximum) throws IOException {
        deleteOlder(INCOMPLETE, ABANDONED_AFTER);
        deleteOlder(ATTEMPTS, COUNTS_KEPT);
        long expired = before(age).toEpochMilli();
        SortedMap<Long, Long> bytes = new TreeMap<>();
        each(STORED, file -> {
            if (file.storedAt() <= expired) {
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

    private void deleteOlder(String suffix, Duration age) throws IOException {
        long oldest = before(age).toEpochMilli();
        each(suffix, file -> {
            if (file.storedAt() <= oldest) {
                Files.deleteIfExists(file.path());
            }
        });
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
