/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.bench;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Deque;
import java.util.concurrent.ConcurrentLinkedDeque;

/** Files to which a peer writes the images of its responses. Thread-safe. */
final class ImageFiles {
    private final Deque<Path> unused = new ConcurrentLinkedDeque<>();
    private final Path sent;
    private final long length;

    /** @param sent the image in each request; the image in the response has the same length */
    ImageFiles(Path sent) {
        this.sent = sent;
        this.length = sent.toFile().length();
    }

    /** An image of a response. */
    interface Image {
        void writeTo(OutputStream out) throws IOException;
    }

    /**
     * Writes an image to a file that no other thread is using.
     *
     * @throws IllegalStateException if the image does not have the expected length
     */
    void write(Image image) throws IOException {
        Path file = unused.poll();
        if (file == null) {
            file = Files.createTempFile(sent.getParent(), "image-", ".jpg");
            file.toFile().deleteOnExit();
        }
        // Overwrites the file, because truncating it would start disk I/O.
        try (OutputStream out = Files.newOutputStream(file, StandardOpenOption.WRITE)) {
            image.writeTo(out);
        }
        if (Files.size(file) != length) {
            throw new IllegalStateException("the image has " + Files.size(file) + " bytes");
        }
        unused.push(file);
    }
}
