/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.body;

import io.docproc.camel.internal.context.ContextPlugins;
import java.io.File;
import java.io.IOException;
import java.lang.ref.Cleaner;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.Optional;
import org.apache.camel.CamelContext;
import org.apache.camel.converter.stream.CipherPair;
import org.apache.camel.spi.ExecutorServiceManager;
import org.apache.camel.spi.StreamCachingStrategy;

/**
 * Creates the temporary files of one Camel context. Each file is deleted after it becomes unreachable, or when the JVM
 * exits. Neither the completion of an exchange nor the stop of the context deletes a file that can still be read.
 * Thread-safe.
 *
 * <p>The cleaner's thread does not come from Camel because files outlive the context. The thread ends after the last
 * file and this object become unreachable.
 */
final class TempFiles {
    private final DiskUsage usage;
    private final FilesAtExit atExit = new FilesAtExit();
    private Cleaner cleaner;

    TempFiles(DiskUsage usage) {
        this.usage = usage;
    }

    /** Returns the instance of a context, which all its components share. */
    static TempFiles of(CamelContext context) {
        return ContextPlugins.getOrCreate(
                context, TempFiles.class, () -> new TempFiles(diskUsage(context.getExecutorServiceManager())));
    }

    /**
     * Runs the collection on a separate thread, so that it does not block the calling thread, which reads a response.
     */
    private static DiskUsage diskUsage(ExecutorServiceManager threads) {
        Runnable collection =
                () -> threads.newThread("DocprocTempFiles", System::gc).start();
        return new DiskUsage(DiskUsage.MAX_GROWTH, collection, System::nanoTime);
    }

    /**
     * Creates an empty file in the context's spool directory. The context's spool cipher, if any, encrypts it.
     *
     * @throws IOException if the directory cannot be written or the cipher does not exist
     */
    SharedTempFile create(StreamCachingStrategy settings) throws IOException {
        Optional<CipherPair> cipher = cipher(settings);
        Path path = createEmptyFile(settings.getSpoolDirectory());
        usage.requestCollectionIfNeeded(path.toFile().getUsableSpace());
        TempFileDeletion deletion = new TempFileDeletion(path, usage, atExit);
        SharedTempFile file = new SharedTempFile(path, cipher, deletion);
        cleaner().register(file, deletion);
        return file;
    }

    private static Path createEmptyFile(File directory) throws IOException {
        if (directory == null) {
            return Files.createTempFile("docproc-", ".tmp");
        }
        Files.createDirectories(directory.toPath());
        return Files.createTempFile(directory.toPath(), "docproc-", ".tmp");
    }

    private static Optional<CipherPair> cipher(StreamCachingStrategy settings) throws IOException {
        String transformation = settings.getSpoolCipher();
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

    private synchronized Cleaner cleaner() {
        if (cleaner == null) {
            cleaner = Cleaner.create();
        }
        return cleaner;
    }
}
