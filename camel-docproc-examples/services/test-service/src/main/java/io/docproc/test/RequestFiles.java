/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test;

import java.io.BufferedOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Temporary files of a call, deleted with it unless a job keeps them. Not thread-safe. */
final class RequestFiles implements AutoCloseable {
    private final TestServer server;
    private final long maxRetainedBytes;
    private final List<Path> files = new ArrayList<>();

    /** Documents up to {@code maxRetainedBytes} are also kept in memory. */
    RequestFiles(TestServer server, long maxRetainedBytes) {
        this.server = server;
        this.maxRetainedBytes = maxRetainedBytes;
    }

    /** Writes a document. */
    @FunctionalInterface
    interface Source {
        void writeTo(OutputStream out) throws IOException;
    }

    /** Saves a document in a new file; throws 40302 at the first byte above the limit. */
    RequestDocument save(long maxBytes, Source source) throws IOException {
        Path file = server.newFile();
        files.add(file);
        try (OutputStream out = limited(new BufferedOutputStream(Files.newOutputStream(file)), maxBytes)) {
            source.writeTo(out);
        }
        return RequestDocument.of(file, maxRetainedBytes);
    }

    private static OutputStream limited(OutputStream file, long maxBytes) {
        return new FilterOutputStream(file) {
            private long written;

            @Override
            public void write(int b) throws IOException {
                write(new byte[] {(byte) b}, 0, 1);
            }

            @Override
            public void write(byte[] bytes, int offset, int length) throws IOException {
                written += length;
                if (written > maxBytes) {
                    throw new ServiceErrorException(40302, "file size exceeds " + maxBytes / (1024 * 1024) + " MB");
                }
                out.write(bytes, offset, length);
            }
        };
    }

    /** Keeps the files when the call is completed; the caller deletes them. */
    void keep() {
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
}
