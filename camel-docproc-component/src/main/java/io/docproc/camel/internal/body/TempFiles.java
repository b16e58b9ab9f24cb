/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.body;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.ref.Cleaner;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
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
 * not when an exchange completes, and at the latest when the context stops. Thread-safe.
 */
final class TempFiles extends ServiceSupport implements NonManagedService {
    private static final Logger LOG = LoggerFactory.getLogger(TempFiles.class);

    private final Cleaner cleaner = Cleaner.create();
    private final Set<Path> paths = ConcurrentHashMap.newKeySet();

    private static TempFiles of(CamelContext context) {
        TempFiles existing = context.hasService(TempFiles.class);
        if (existing != null) {
            return existing;
        }
        try {
            TempFiles created = new TempFiles();
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
        return of(context).file(Files.createTempFile(directory(settings), "docproc-", ".tmp"), cipher);
    }

    private static Path directory(StreamCachingStrategy settings) throws IOException {
        File directory = settings.getSpoolDirectory();
        try {
            return directory == null
                    ? FileNames.path(System.getProperty("java.io.tmpdir"))
                    : Files.createDirectories(FileNames.path(directory.getPath()));
        } catch (IllegalArgumentException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    /**
     * Requires that the spool directory exists, or can be created, may be written and has free space.
     *
     * @throws IOException if a file could not be created
     */
    static void requireWritable(CamelContext context) throws IOException {
        StreamCachingStrategy settings = context.getStreamCachingStrategy();
        Path directory = directory(settings);
        if (!Files.isWritable(directory)) {
            throw new AccessDeniedException(directory.toString());
        }
        File disk = directory.toFile();
        if (disk.getUsableSpace() == 0 && disk.getTotalSpace() > 0) {
            throw new IOException("no space left on the disk of " + directory);
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
    protected void doStop() {
        paths.forEach(this::delete);
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
