/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.scaleout;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import org.apache.camel.Body;
import org.apache.camel.Variable;

/**
 * Documents in the inbox of the shared folder. A message refers to one by its path in the inbox and its version, which is
 * the time in milliseconds and the size of the file. Messages are not trusted: any client of the broker can send one.
 */
public final class Documents {
    private final Path inbox;
    private final Path done;

    /**
     * Creates the access to the documents.
     *
     * @param folder shared folder with {@code inbox} and {@code done}
     */
    public Documents(String folder) {
        inbox = Path.of(folder, "inbox").toAbsolutePath().normalize();
        done = inbox.resolveSibling("done");
    }

    /**
     * Returns the document to which a message refers. It may be missing.
     *
     * @throws IllegalArgumentException if the path is not that of a file in the inbox, or the version is malformed
     */
    public File open(@Variable("document") String document, @Variable("version") String version) throws IOException {
        if (document == null || version == null || !version.matches("[0-9]{1,19}-[0-9]{1,19}")) {
            throw new IllegalArgumentException("the message is not a reference to a document");
        }
        Path file = inbox.resolve(document).normalize();
        if (!file.startsWith(inbox) || Files.exists(file) && !file.toRealPath().startsWith(inbox.toRealPath())) {
            throw new IllegalArgumentException("the document is not in the inbox");
        }
        return file.toFile();
    }

    /**
     * Returns false if the document was overwritten since the message was sent: the new version has its own message.
     *
     * @throws IOException if the document is missing
     */
    public boolean isCurrent(@Body File document, @Variable("version") String version) throws IOException {
        return version(document.toPath()).equals(version);
    }

    /** Moves a document out of the inbox, unless it was moved before or overwritten. */
    public void archive(@Variable("document") String document, @Variable("version") String version) throws IOException {
        Path file = inbox.resolve(document);
        if (Files.exists(file) && version(file).equals(version)) {
            Path target = done.resolve(version).resolve(document);
            Files.createDirectories(target.getParent());
            Files.move(file, target, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    /** Returns the version of a file. */
    static String version(Path file) throws IOException {
        BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
        return attributes.lastModifiedTime().toMillis() + "-" + attributes.size();
    }
}
