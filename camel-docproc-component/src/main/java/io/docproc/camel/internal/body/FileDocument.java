/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.body;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A file as a document. Stores the file's size and modification time, and detects a change of either at the end of a
 * read.
 */
record FileDocument(Path path, Optional<String> name, long size, FileTime lastModified) implements Document {

    FileDocument(Path path, Optional<String> name, BasicFileAttributes attributes) {
        this(path, name, attributes.size(), attributes.lastModifiedTime());
    }

    @Override
    public OptionalLong length() {
        return OptionalLong.of(size);
    }

    @Override
    public boolean repeatable() {
        return true;
    }

    @Override
    public InputStream open() throws IOException {
        try {
            return new DocumentStream(Files.newInputStream(path), subject(), length(), this::requireUnchanged);
        } catch (NoSuchFileException e) {
            throw deleted(e);
        } catch (IOException e) {
            throw new DocumentReadException(subject() + " cannot be opened: " + e.getMessage(), e);
        }
    }

    /** Checks the modification time as well, because a file that is rewritten in place may keep its length. */
    private void requireUnchanged() throws IOException {
        BasicFileAttributes current;
        try {
            current = Files.readAttributes(path, BasicFileAttributes.class);
        } catch (NoSuchFileException e) {
            throw deleted(e);
        }
        if (current.size() != size || !current.lastModifiedTime().equals(lastModified)) {
            throw new DocumentChangedException(
                    subject() + " was changed while it was read; send a file only after it is completely written");
        }
    }

    private DocumentChangedException deleted(NoSuchFileException cause) {
        return new DocumentChangedException(
                subject() + " no longer exists; keep the file until the call has completed", cause);
    }

    private String subject() {
        return "the file " + path;
    }
}
