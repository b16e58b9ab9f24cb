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

/** One call's temporary files, gone when it is closed. */
public final class Scratch implements AutoCloseable {
    private static final int TOO_LARGE = 40302;

    private final Path folder;
    private final List<Path> files = new ArrayList<>();

    /** @param folder an existing folder that files are made in */
    public Scratch(Path folder) {
        this.folder = folder;
    }

    /** A new empty file. */
    public Path newFile() throws IOException {
        Path file = Files.createTempFile(folder, "document", ".tmp");
        files.add(file);
        return file;
    }

    /**
     * Copies a stream to a new file and stops as soon as it is too long.
     *
     * @throws ServiceException 40302 if there are more bytes than allowed
     */
    public Path save(InputStream document, long mostBytes) throws IOException {
        Path file = newFile();
        try (OutputStream out = writeTo(file, mostBytes)) {
            document.transferTo(out);
        }
        return file;
    }

    /** A stream to one of the files, which throws a {@link ServiceException} 40302 on the byte that is one too many. */
    public static OutputStream writeTo(Path file, long mostBytes) throws IOException {
        return new Limited(Files.newOutputStream(file), mostBytes);
    }

    /** Hands a file over: it outlives the call, and whoever takes it deletes it. */
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
        private final long mostBytes;
        private long written;

        private Limited(OutputStream out, long mostBytes) {
            super(out);
            this.mostBytes = mostBytes;
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
            if (written > mostBytes) {
                throw new ServiceException(TOO_LARGE, "file size exceeds " + mostBytes / (1024 * 1024) + " MB");
            }
        }
    }
}
