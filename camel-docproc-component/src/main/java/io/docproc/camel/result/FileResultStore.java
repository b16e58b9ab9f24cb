/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.result;

import io.docproc.camel.internal.storage.DurableFiles;
import java.io.BufferedInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stores each content in a file whose name contains its key. The modification time of the file is the time at which the
 * content was stored. Content is written to a temporary file, forced to disk and renamed, so that a crash leaves either
 * all of it or nothing.
 */
final class FileResultStore implements ResultStore {
    static final String SUFFIX = ".result";

    private static final Logger LOG = LoggerFactory.getLogger(FileResultStore.class);

    private final Path directory;

    FileResultStore(Path directory) {
        this.directory = directory;
    }

    @Override
    public Optional<StoredResult> find(ResultKey key, Instant storedAfter) throws IOException {
        Path file = file(key);
        try {
            Instant storedAt = Files.getLastModifiedTime(file).toInstant();
            if (!storedAt.isAfter(storedAfter)) {
                return Optional.empty();
            }
            return ContentFormat.open(new BufferedInputStream(Files.newInputStream(file)), storedAt, file.toString());
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    @Override
    public ContentWriter write(ResultKey key, Instant now) throws IOException {
        Path incomplete =
                DurableFiles.createFile(directory.resolve(key + "." + UUID.randomUUID() + DurableFiles.UNFINISHED));
        Files.setLastModifiedTime(incomplete, FileTime.from(now));
        return new FileContentWriter(incomplete, file(key));
    }

    @Override
    public void remove(ResultKey key, Instant now) throws IOException {
        Files.deleteIfExists(file(key));
    }

    @Override
    public void evict(Eviction eviction) throws IOException {
        new FileEviction(directory, eviction).run();
    }

    /** Forces a rename to disk. A failure does not lose the result: only a power failure could. */
    private void forceDirectory() {
        try {
            DurableFiles.force(directory);
        } catch (IOException e) {
            LOG.debug("Directory {} cannot be forced to disk on this file system", directory, e);
        }
    }

    private Path file(ResultKey key) {
        return directory.resolve(key + SUFFIX);
    }

    /**
     * Writes through a stream, because an interrupt of the caller would close a channel in the middle of a billed
     * result.
     */
    private final class FileContentWriter extends ContentWriter {
        private final Path incomplete;
        private final Path file;
        private final FileOutputStream out;

        FileContentWriter(Path incomplete, Path file) throws IOException {
            this.incomplete = incomplete;
            this.file = file;
            this.out = new FileOutputStream(incomplete.toFile());
        }

        @Override
        public void write(byte[] bytes, int offset, int count) throws IOException {
            out.write(bytes, offset, count);
        }

        @Override
        void commit(Instant storedAt) throws IOException {
            out.getFD().sync();
            out.close();
            Files.setLastModifiedTime(incomplete, FileTime.from(storedAt));
            DurableFiles.move(incomplete, file);
            forceDirectory();
        }

        @Override
        void discard() throws IOException {
            out.close();
            Files.deleteIfExists(incomplete);
        }
    }
}
