/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.document;

import io.docproc.camel.error.DocprocDocumentException;
import io.docproc.camel.error.DocprocException;
import io.docproc.camel.error.ErrorCode;
import io.docproc.camel.error.ServiceFailure;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.apache.camel.StreamCache;
import org.apache.camel.WrappedFile;

/** Takes the document from a message body, or says why the body is none. */
public final class Documents {
    private static final String EXPECTED = "send the document as a File, Path, file or FTP message, InputStream,"
            + " stream cache, byte[] or ByteBuffer, or give its URL with the option or header fileUrl";

    private final Message message;
    private final Optional<String> fileName;
    private final String operation;

    private Documents(Message message, Optional<String> fileName, String operation) {
        this.message = message;
        this.fileName = fileName;
        this.operation = operation;
    }

    /**
     * The document in a message's body: {@link File}, {@link Path}, {@link WrappedFile} (a file, FTP or SFTP message),
     * {@link StreamCache}, {@link InputStream}, {@code byte[]} or {@link ByteBuffer}.
     *
     * @param fileName the name to send; without one the header {@code CamelFileName} counts, then the file's own name
     * @param operation the operation that wants the document, for the text of a refusal
     * @throws DocprocDocumentException with code 40305 for no body, an empty one or a missing file, and without a code
     *     for a body that is no document (interface document, Errors)
     */
    public static Document from(Message message, Optional<String> fileName, String operation) {
        return new Documents(message, fileName, operation).document(message.getBody());
    }

    private Document document(Object body) {
        if (body == null) {
            throw missing("the body is empty");
        }
        if (body instanceof WrappedFile<?> wrapped) {
            return wrapped(wrapped);
        }
        if (body instanceof File file) {
            return file(file.toPath());
        }
        if (body instanceof Path path) {
            return file(path);
        }
        if (body instanceof byte[] bytes) {
            return bytes(ByteBuffer.wrap(bytes));
        }
        if (body instanceof ByteBuffer buffer) {
            return bytes(buffer);
        }
        if (body instanceof InputStream stream) {
            return stream instanceof StreamCache cache
                    ? new CachedDocument(name(), cache, stream)
                    : new OneShotDocument(name(), stream);
        }
        throw notADocument(body);
    }

    private Document wrapped(WrappedFile<?> wrapped) {
        if (wrapped.getFile() instanceof File || wrapped.getFile() instanceof Path) {
            return document(wrapped.getFile());
        }
        Object content = wrapped.getBody();
        if (content == null || content instanceof WrappedFile) {
            throw missing("the remote file of the message was not downloaded");
        }
        return document(content);
    }

    private Document file(Path path) {
        BasicFileAttributes attributes;
        try {
            attributes = Files.readAttributes(path, BasicFileAttributes.class);
        } catch (IOException e) {
            throw missing("the file " + path + " does not exist or cannot be read");
        }
        if (attributes.isDirectory()) {
            throw refused("the file " + path + " is a directory; send one file at a time");
        }
        if (!attributes.isRegularFile() || !Files.isReadable(path)) {
            throw refused("the file " + path + " cannot be read; check what it is and its permissions");
        }
        if (attributes.size() == 0) {
            throw missing("the file " + path + " has 0 bytes");
        }
        return new FileDocument(path, name().or(() -> nameOf(path)), attributes);
    }

    private Document bytes(ByteBuffer bytes) {
        if (!bytes.hasRemaining()) {
            throw missing("the body has 0 bytes");
        }
        return new BytesDocument(name(), bytes);
    }

    private Optional<String> name() {
        return Stream.of(fileName, header(Exchange.FILE_NAME), header(Exchange.FILE_NAME_ONLY))
                .flatMap(Optional::stream)
                .map(FileNames::safe)
                .flatMap(Optional::stream)
                .findFirst();
    }

    private Optional<String> header(String name) {
        return Optional.ofNullable(message.getHeader(name, String.class));
    }

    private static Optional<String> nameOf(Path path) {
        return Optional.ofNullable(path.getFileName()).map(Path::toString).flatMap(FileNames::safe);
    }

    private DocprocException missing(String found) {
        return ErrorCode.FILE_MISSING.refusal(operation, found + "; " + EXPECTED);
    }

    private DocprocException notADocument(Object body) {
        String type = body.getClass().getName();
        if (body instanceof String) {
            return refused("the body is a String, and a String is neither a document nor taken for a URL; " + EXPECTED);
        }
        if (body instanceof Map || body instanceof Collection) {
            return refused("the body is a " + type + ", not one document; split it, or " + EXPECTED);
        }
        return refused("a body of the Java type " + type + " is not taken for a document; " + EXPECTED);
    }

    private DocprocException refused(String found) {
        return new DocprocDocumentException(ServiceFailure.local(operation, 0, found));
    }
}
