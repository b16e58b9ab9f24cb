/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.bench;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.commons.io.function.IOConsumer;

/** Writes each image of a response to a new file, as a route does, and deletes the file. Thread-safe. */
final class ImageFiles {
    private final AtomicLong count = new AtomicLong();
    private final Path directory;
    private final long length;

    /** @param sent the image in each request; the image in the response has the same length */
    ImageFiles(Path sent) throws IOException {
        this.directory = Files.createTempDirectory("images-");
        this.length = sent.toFile().length();
    }

    /**
     * Writes an image.
     *
     * @throws IllegalStateException if the image does not have the expected length
     */
    void write(IOConsumer<OutputStream> image) throws IOException {
        Path file = directory.resolve(count.incrementAndGet() + ".jpg");
        try (OutputStream out = Files.newOutputStream(file, StandardOpenOption.CREATE_NEW)) {
            image.accept(out);
        }
        long written = Files.size(file);
        Files.delete(file);
        if (written != length) {
            throw new IllegalStateException("the image has " + written + " bytes");
        }
    }
}
