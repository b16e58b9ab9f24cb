/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.http;

import io.docproc.local.ServiceException;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Temporary files of a call, deleted on {@link #close}. */
public final class TempFiles implements AutoCloseable {
    private static final int TOO_LARGE = 40302;

    private final Path folder;
    private final List<Path> files = new ArrayList<>();

    /** @param folder existing folder for the files */
    public TempFiles(Path folder) {
        this.folder = folder;
    }

    /** Creates an empty file. */
    public Path newFile() throws IOException {
        Path file = Files.createTempFile(folder, "document", ".tmp");
        files.add(file);
        return file;
    }

    /**
     * Copies a stream to a new file, up to a maximum size.
     *
     * @throws ServiceException 40302 if the stream is longer than {@code maxBytes}
     */
    public Path save(InputStream document, long maxBytes) throws IOException {
        Path file = newFile();
        try (OutputStream out = writeTo(file, maxBytes)) {
            document.transferTo(out);
        }
        return file;
    }

    /** Returns a stream to a file. Writing more than {@code maxBytes} throws a {@link ServiceException} 40302. */
    public static OutputStream writeTo(Path file, long maxBytes) throws IOException {
        return new Limited(Files.newOutputStream(file), maxBytes);
    }

    /** Hands a file over: {@link #close} keeps it, and the caller deletes it. */
    public Path handOver(Path file) {
        files.remove(file);
        return file;
    }

    /** Deletes the files. */
    @Override
    public void close() {
        for (Path file : files) {
            try {
                Files.deleteIfExists(file);
            } catch (IOException e) {
                throw new UncheckedIOException("a temporary file could not be deleted: " + file, e);
            }
        }
    }

    private static final class Limited extends FilterOutputStream {
        private final long maxBytes;
        private long written;

        private Limited(OutputStream out, long maxBytes) {
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
                throw new ServiceException(TOO_LARGE, "file size exceeds " + maxBytes / (1024 * 1024) + " MB");
            }
        }
    }
}
