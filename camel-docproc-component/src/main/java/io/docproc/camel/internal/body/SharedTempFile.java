/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.body;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import javax.crypto.CipherInputStream;
import javax.crypto.CipherOutputStream;
import org.apache.camel.converter.stream.CipherPair;
import org.apache.camel.util.IOHelper;
import org.apache.commons.io.IOUtils;

/** A temporary file that several stream caches share. It exists as long as one of them is reachable. Thread-safe. */
final class SharedTempFile implements SpooledContent {
    private final Path path;
    private final Optional<CipherPair> cipher;
    private final TempFileDeletion deletion;

    SharedTempFile(Path path, Optional<CipherPair> cipher, TempFileDeletion deletion) {
        this.path = path;
        this.cipher = cipher;
        this.deletion = deletion;
    }

    OutputStream openForWriting() throws IOException {
        OutputStream out = new BufferedOutputStream(Files.newOutputStream(path));
        return cipher.<OutputStream>map(pair -> new CipherOutputStream(out, pair.getEncryptor()))
                .orElse(out);
    }

    /** Adds bytes that were written to the file to the disk usage. */
    void written(int count) {
        deletion.written(count);
    }

    /**
     * Opens the file at a byte position of its decrypted content. If the stream is never closed, the JDK releases its
     * handle after a garbage collection.
     */
    @Override
    public InputStream openAt(long position) throws IOException {
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

    @Override
    public void writeTo(OutputStream out, long from, long to) throws IOException {
        try (InputStream in = openAt(from)) {
            IOUtils.copyLarge(in, out, 0, to - from, new byte[CHUNK]);
        }
    }

    @Override
    public boolean inMemory() {
        return false;
    }

    /** Deletes the file immediately. Stream caches that refer to it become unreadable. */
    void delete() {
        deletion.run();
    }
}
