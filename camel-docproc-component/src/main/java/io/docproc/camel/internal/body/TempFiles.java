/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.body;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.ref.Cleaner;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.crypto.CipherInputStream;
import javax.crypto.CipherOutputStream;
import org.apache.camel.CamelContext;
import org.apache.camel.NonManagedService;
import org.apache.camel.RuntimeCamelException;
import org.apache.camel.converter.stream.CipherPair;
import org.apache.camel.spi.StreamCachingStrategy;
import org.apache.camel.support.service.ServiceSupport;
import org.apache.camel.util.IOHelper;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Temporary files of one Camel context. A file is deleted when the garbage collector finds that no body refers to it, so
 * not when an exchange completes, and at the latest when the context stops. The files of a process that was killed are
 * deleted at the start of the next one: a file lock shows which processes are alive, also in other containers that share
 * the directory. Thread-safe.
 */
final class TempFiles extends ServiceSupport implements NonManagedService {
    private static final Logger LOG = LoggerFactory.getLogger(TempFiles.class);
    private static final String LOCK = ".lock";
    private static final String CAMEL_DIRECTORY = "camel-tmp-";

    /**
     * Beginning of the names of this process, whose lock files are never opened for a check: closing a file releases the
     * locks that the process has on it.
     */
    private static final String PROCESS = "docproc-" + ProcessHandle.current().pid() + "-"
            + ProcessHandle.current()
                    .info()
                    .startInstant()
                    .map(Instant::toEpochMilli)
                    .orElse(0L) + "-";

    private final CamelContext context;
    private final Cleaner cleaner = Cleaner.create();
    private final Set<Path> paths = ConcurrentHashMap.newKeySet();
    private final Map<Path, Owner> owners = new HashMap<>();
    private long reserved;

    /**
     * Owner of files in a directory, which lives as long as its lock.
     *
     * @param lock has the lock; null if the file system does not support locks, and the files are not deleted after a kill
     */
    private record Owner(Path lockFile, FileChannel lock) {
        String prefix() {
            return prefixOf(lockFile);
        }
    }

    private TempFiles(CamelContext context) {
        this.context = context;
    }

    private static synchronized TempFiles of(CamelContext context) {
        TempFiles existing = context.hasService(TempFiles.class);
        if (existing != null) {
            return existing;
        }
        try {
            TempFiles created = new TempFiles(context);
            context.addService(created);
            return created;
        } catch (Exception e) {
            throw new RuntimeCamelException(e);
        }
    }

    /**
     * Creates an empty file in the spool directory of the context's stream caching, whose cipher encrypts it.
     *
     * @throws IOException if the directory cannot be written or the cipher does not exist
     */
    static TempFile create(CamelContext context) throws IOException {
        StreamCachingStrategy settings = context.getStreamCachingStrategy();
        Optional<CipherPair> cipher = cipher(context);
        TempFiles files = of(context);
        Path directory = directory(settings);
        return files.file(
                Files.createTempFile(directory, files.ownerIn(directory).prefix(), ".tmp"), cipher);
    }

    private static Path directory(StreamCachingStrategy settings) throws IOException {
        File directory = settings.getSpoolDirectory();
        return directory == null
                ? Path.of(System.getProperty("java.io.tmpdir"))
                : Files.createDirectories(directory.toPath());
    }

    /** Deletes the files of killed processes, at the first call of a context. */
    static void removeAbandoned(CamelContext context) {
        of(context);
    }

    /**
     * Reserves room for a response.
     *
     * @throws IOException if the spool directory cannot be written, or if its disk has less space than this response and
     *     those with a reservation may need
     */
    static SpoolingOutputStream.Reservation reserve(CamelContext context, long bytes) throws IOException {
        Path directory = directory(context.getStreamCachingStrategy());
        if (!Files.isWritable(directory)) {
            throw new AccessDeniedException(directory.toString());
        }
        return of(context).reserve(directory.toFile(), bytes);
    }

    private synchronized SpoolingOutputStream.Reservation reserve(File disk, long bytes) throws IOException {
        long usable = disk.getUsableSpace();
        if (usable - reserved < bytes && disk.getTotalSpace() > 0) {
            throw new IOException(
                    "the disk of " + disk + " has " + usable + " bytes of free space, of which " + reserved
                            + " are reserved for responses of calls in flight; at least " + bytes
                            + " more are required for this response");
        }
        reserved += bytes;
        return () -> release(bytes);
    }

    private synchronized void release(long bytes) {
        reserved -= bytes;
    }

    @Override
    protected void doStart() {
        try {
            Path directory = directory(context.getStreamCachingStrategy());
            if (!directory.getFileName().toString().startsWith(CAMEL_DIRECTORY)) {
                removeAbandonedIn(directory);
                return;
            }
            // Camel's default directory has another name in each process.
            try (DirectoryStream<Path> all = Files.newDirectoryStream(directory.getParent(), CAMEL_DIRECTORY + "*")) {
                for (Path each : all) {
                    if (removeAbandonedIn(each) && !each.equals(directory)) {
                        Files.delete(each);
                    }
                }
            }
        } catch (IOException | RuntimeException e) {
            LOG.debug("Temporary files of killed processes are not deleted", e);
        }
    }

    /** Returns whether there were files of killed processes. */
    private static boolean removeAbandonedIn(Path directory) throws IOException {
        boolean found = false;
        try (DirectoryStream<Path> locks = Files.newDirectoryStream(directory, "docproc-*" + LOCK)) {
            for (Path lock : locks) {
                found |= !lock.getFileName().toString().startsWith(PROCESS) && removeIfAbandoned(lock);
            }
        }
        return found;
    }

    private static boolean removeIfAbandoned(Path lockFile) {
        try (FileChannel channel = FileChannel.open(lockFile, StandardOpenOption.WRITE);
                FileLock lock = channel.tryLock()) {
            if (lock == null) {
                return false;
            }
            try (DirectoryStream<Path> files =
                    Files.newDirectoryStream(lockFile.getParent(), prefixOf(lockFile) + "*.tmp")) {
                for (Path file : files) {
                    Files.deleteIfExists(file);
                }
            }
            // As the last file, so that the next start completes an interrupted deletion.
            Files.deleteIfExists(lockFile);
            return true;
        } catch (IOException e) {
            LOG.debug("Files of the process of {} are not deleted", lockFile, e);
            return false;
        }
    }

    private static String prefixOf(Path lockFile) {
        String name = lockFile.getFileName().toString();
        return name.substring(0, name.length() - LOCK.length()) + "-";
    }

    private synchronized Owner ownerIn(Path directory) throws IOException {
        Owner owner = owners.get(directory);
        while (owner == null) {
            owner = tryOwn(directory);
        }
        owners.put(directory, owner);
        return owner;
    }

    /** Returns null if another process has found the new file before its lock, and has deleted it. */
    private static Owner tryOwn(Path directory) throws IOException {
        Path lockFile = Files.createTempFile(directory, PROCESS, LOCK);
        FileChannel channel = null;
        try {
            channel = FileChannel.open(lockFile, StandardOpenOption.WRITE);
            if (channel.tryLock() != null && Files.exists(lockFile)) {
                return new Owner(lockFile, channel);
            }
            channel.close();
            return null;
        } catch (NoSuchFileException e) {
            return null;
        } catch (IOException e) {
            LOG.debug("{} cannot be locked; temporary files remain after a kill of the process", lockFile, e);
            IOHelper.close(channel);
            Files.deleteIfExists(lockFile);
            return new Owner(lockFile, null);
        }
    }

    /** Returns a new key of the spool cipher; empty without one. */
    static Optional<CipherPair> cipher(CamelContext context) throws IOException {
        String transformation = context.getStreamCachingStrategy().getSpoolCipher();
        if (transformation == null || transformation.isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(new CipherPair(transformation));
        } catch (GeneralSecurityException e) {
            throw new IOException(
                    "The JVM does not support the spool cipher " + transformation
                            + "; set spoolCipher of the stream caching to a transformation that it supports",
                    e);
        }
    }

    private TempFile file(Path path, Optional<CipherPair> cipher) {
        paths.add(path);
        TempFile file = new TempFile(path, cipher);
        cleaner.register(file, () -> delete(path));
        return file;
    }

    private void delete(Path path) {
        try {
            Files.deleteIfExists(path);
            paths.remove(path);
        } catch (IOException e) {
            LOG.warn(
                    "Temporary file {} could not be deleted: {}; delete it, and check the permissions of its folder",
                    path,
                    e.toString());
        }
    }

    @Override
    protected synchronized void doStop() {
        paths.forEach(this::delete);
        for (Owner owner : owners.values()) {
            delete(owner.lockFile());
            IOHelper.close(owner.lock());
        }
        owners.clear();
    }

    /** A file that exists as long as a body refers to it. */
    static final class TempFile {
        private final Path path;
        private final Optional<CipherPair> cipher;

        private TempFile(Path path, Optional<CipherPair> cipher) {
            this.path = path;
            this.cipher = cipher;
        }

        OutputStream openForWriting() throws IOException {
            OutputStream out = new BufferedOutputStream(Files.newOutputStream(path));
            return cipher.<OutputStream>map(pair -> new CipherOutputStream(out, pair.getEncryptor()))
                    .orElse(out);
        }

        /** If the stream is never closed, the JDK releases its handle after a garbage collection. */
        InputStream openAt(long position) throws IOException {
            InputStream plain = new BufferedInputStream(Files.newInputStream(path));
            try {
                InputStream in = cipher.<InputStream>map(pair -> new CipherInputStream(plain, pair.createDecryptor()))
                        .orElse(plain);
                in.skipNBytes(position);
                return in;
            } catch (IOException | RuntimeException e) {
                IOHelper.close(plain);
                throw e;
            }
        }
    }
}
