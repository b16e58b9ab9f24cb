/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.machines;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.Stream;

/**
 * The folder that all machines see, each perhaps under a path of its own.
 *
 * @param root absolute
 */
record SharedFolder(Path root) {

    /** Documents that have no outcome yet. */
    Path inbox() {
        return root.resolve("inbox");
    }

    Path results() {
        return root.resolve("results");
    }

    /** Returns the folder with one outcome file for each completed document. */
    Path outcomes() {
        return root.resolve("outcomes");
    }

    /** Documents that have a result. */
    Path originals() {
        return root.resolve("originals");
    }

    /** Documents that failed, each beside a note. */
    Path failed() {
        return root.resolve("failed");
    }

    /** Returns the folder with the idempotent repository of the poller and the locks of the workers. */
    Path state() {
        return root.resolve("state");
    }

    SharedFolder create() throws IOException {
        for (Path folder : List.of(inbox(), results(), outcomes(), originals(), failed(), state())) {
            Files.createDirectories(folder);
        }
        return this;
    }

    /** Returns the path of a document as used in a reference. */
    String path(Path document) {
        return root.relativize(document).toString().replace('\\', '/');
    }

    /** A document's path within the inbox, which it keeps in every other folder. */
    String name(Path document) {
        return inbox().relativize(document).toString().replace('\\', '/');
    }

    /**
     * Returns the document of a reference.
     *
     * @throws InvalidReferenceException if that is not a file in the inbox
     * @throws DocumentPostponedException if it is not there
     */
    Path document(String path) throws IOException, InvalidReferenceException, DocumentPostponedException {
        Path document = inInbox(path);
        try {
            if (!document.toRealPath().startsWith(inbox().toRealPath())) {
                throw new InvalidReferenceException("the path leads out of the inbox");
            }
        } catch (NoSuchFileException e) {
            throw new DocumentPostponedException(path + " is not there");
        }
        if (!Files.isRegularFile(document)) {
            throw new InvalidReferenceException("not a file");
        }
        return document;
    }

    /**
     * Returns the current or former location of the document of a reference.
     *
     * @throws InvalidReferenceException if that is not in the inbox
     */
    Path inInbox(String path) throws InvalidReferenceException {
        try {
            Path document = root.resolve(path).normalize();
            if (document.startsWith(inbox())
                    && !document.equals(inbox())
                    && path(document).equals(path)) {
                return document;
            }
        } catch (InvalidPathException e) {
            throw new InvalidReferenceException("the path is none: " + e.getReason());
        }
        throw new InvalidReferenceException("the path is not that of a document in the inbox");
    }

    /**
     * Moves a document out of the inbox, over an earlier one of its name.
     *
     * @return where it is now
     */
    Path move(Path document, Path folder) throws IOException {
        Path target = folder.resolve(name(document));
        Files.createDirectories(target.getParent());
        return Files.move(document, target, StandardCopyOption.REPLACE_EXISTING);
    }

    /** Documents that wait in the inbox or are being worked on. */
    List<Path> documents() {
        try (Stream<Path> files = Files.walk(inbox())) {
            return files.filter(Files::isRegularFile)
                    .filter(file -> !file.getFileName().toString().startsWith("."))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Writes a file that is there whole or not at all, also for those who look from other machines. */
    static void write(Path file, String content) throws IOException {
        Files.createDirectories(file.getParent());
        Path unfinished = file.resolveSibling(".unfinished-" + file.getFileName());
        Files.writeString(unfinished, content);
        Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }
}
