/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test.internal.contract;

import io.docproc.test.RequestDocument;
import io.docproc.test.ServiceErrorException;
import java.io.BufferedOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Temporary files of a call, deleted with it unless a job keeps them. Not thread-safe. */
public final class RequestFiles implements AutoCloseable {
    private final Path folder;
    private final long maxRetainedBytes;
    private final List<Path> files = new ArrayList<>();

    /**
     * Creates files in an existing folder.
     *
     * @param maxRetainedBytes the size up to which the content of a document is kept in memory
     */
    public RequestFiles(Path folder, long maxRetainedBytes) {
        this.folder = folder;
        this.maxRetainedBytes = maxRetainedBytes;
    }

    Path create() throws IOException {
        Path file = Files.createTempFile(folder, "document", ".tmp");
        files.add(file);
        return file;
    }

    /** Copies a document to a new file; throws 40302 at the first byte above the limit. */
    RequestDocument save(InputStream document, long maxBytes) throws IOException {
        Path file = create();
        try (OutputStream out = limited(file, maxBytes)) {
            document.transferTo(out);
        }
        return describe(file);
    }

    RequestDocument describe(Path file) throws IOException {
        return RequestDocument.of(file, maxRetainedBytes);
    }

    /** Returns a stream to a file that throws 40302 at the first byte above the limit. */
    static OutputStream limited(Path file, long maxBytes) throws IOException {
        return new LimitedOutputStream(new BufferedOutputStream(Files.newOutputStream(file)), maxBytes);
    }

    /** Keeps the files when the call is completed; the caller deletes them. */
    public void keep() {
        files.clear();
    }

    @Override
    public void close() {
        for (Path file : files) {
            try {
                Files.deleteIfExists(file);
            } catch (IOException e) {
                throw new UncheckedIOException("The temporary file " + file + " could not be deleted", e);
            }
        }
        files.clear();
    }

    private static final class LimitedOutputStream extends FilterOutputStream {
        private final long maxBytes;
        private long written;

        private LimitedOutputStream(OutputStream out, long maxBytes) {
            super(out);
            this.maxBytes = maxBytes;
        }

        @Override
        public void write(int b) throws IOException {
            count(1);
            out.write(b);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            count(length);
            out.write(bytes, offset, length);
        }

        private void count(int more) {
            written += more;
            if (written > maxBytes) {
                throw new ServiceErrorException(
                        UploadRules.TOO_LARGE, "file size exceeds " + maxBytes / (1024 * 1024) + " MB");
            }
        }
    }
}
