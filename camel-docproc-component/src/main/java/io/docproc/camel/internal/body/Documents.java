/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.body;

import com.fasterxml.jackson.databind.util.ByteBufferBackedInputStream;
import io.docproc.camel.error.DocprocDocumentException;
import io.docproc.camel.error.DocprocException;
import io.docproc.camel.error.ErrorCode;
import io.docproc.camel.error.ServiceFailure;
import jakarta.activation.DataHandler;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.apache.camel.StreamCache;
import org.apache.camel.TypeConversionException;
import org.apache.camel.WrappedFile;
import org.apache.camel.support.MessageHelper;
import org.apache.commons.io.input.BoundedInputStream;

/** Creates a {@link Document} from a message body, or throws an exception with the reason why the body is not one. */
public final class Documents {
    private static final String EXPECTED = "send the document as a File, Path, file or FTP message, InputStream,"
            + " stream cache, byte[], ByteBuffer or attachment, or give its URL with the option or header fileUrl";

    /** Header with the name of the attachment in the body, set by the SplitAttachmentsExpression of camel-mail. */
    private static final String ATTACHMENT_NAME = "CamelSplitAttachmentId";

    /** Body types of platform-http and netty-http without stream caching. The classes may be missing at runtime. */
    private static final List<String> SERVER_BUFFERS =
            List.of("io.vertx.core.buffer.Buffer", "io.netty.buffer.ByteBuf");

    private static final String CACHE = "the stream cache";

    private final Message message;
    private final Optional<String> fileName;
    private final String operation;

    private final Function<InputStream, StreamCache> copies;

    private Documents(
            Message message, Optional<String> fileName, String operation, Function<InputStream, StreamCache> copies) {
        this.message = message;
        this.fileName = fileName;
        this.operation = operation;
        this.copies = copies;
    }

    /**
     * Returns the document in a message's body: {@link File}, {@link Path}, {@link WrappedFile} (a file, FTP or SFTP
     * message), {@link StreamCache}, {@link InputStream}, {@code byte[]} or {@link ByteBuffer}. Buffers of Vert.x and
     * Netty are accepted, too, and a {@link DataHandler} or an entry of the attachments of a message.
     *
     * @param fileName the file name to send; if empty, the header {@code CamelFileName} or else the own name of the
     *     file or attachment applies
     * @param operation the operation that needs the document, for messages
     * @param copies returns the copy of a stream that can be read once, also if the stream was read before
     * @throws DocprocDocumentException with code 40305 for an empty body or a missing file, and without a code for a
     *     body that is not a document (interface document, Errors)
     */
    public static Document from(
            Message message, Optional<String> fileName, String operation, Function<InputStream, StreamCache> copies) {
        return new Documents(message, fileName, operation, copies).document(message.getBody());
    }

    private Document document(Object body) {
        if (body == null) {
            throw missing("the body is empty");
        }
        if (body instanceof WrappedFile<?> wrapped) {
            return wrapped(wrapped);
        }
        if (body instanceof File file) {
            return file(path(file));
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
            return cached(stream instanceof StreamCache cache ? cache : copies.apply(stream));
        }
        if (body instanceof Map.Entry<?, ?> entry && entry.getValue() instanceof DataHandler attachment) {
            return attachment(attachment);
        }
        if (body instanceof DataHandler attachment) {
            return attachment(attachment);
        }
        CamelContext context = message.getExchange().getContext();
        if (SERVER_BUFFERS.stream()
                .map(context.getClassResolver()::resolveClass)
                .anyMatch(buffer -> buffer != null && buffer.isInstance(body))) {
            return bytes(
                    ByteBuffer.wrap(context.getTypeConverter().convertTo(byte[].class, message.getExchange(), body)));
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

    private Path path(File file) {
        try {
            return file.toPath();
        } catch (InvalidPathException e) {
            throw invalid(
                    "the file name cannot be used: " + e.getMessage().replaceAll("\\p{Cntrl}", "?")
                            + "; rename the file, or start the JVM with a locale that has its characters, such as LC_ALL=C.UTF-8");
        }
    }

    private Document file(Path path) {
        BasicFileAttributes attributes;
        try {
            attributes = Files.readAttributes(path, BasicFileAttributes.class);
        } catch (IOException e) {
            throw missing("the file " + path + " does not exist or cannot be read");
        }
        if (attributes.isDirectory()) {
            throw invalid("the file " + path + " is a directory; send one file at a time");
        }
        if (!attributes.isRegularFile() || !Files.isReadable(path)) {
            throw invalid("the file " + path + " is not a regular file, or is not readable; check its permissions");
        }
        if (attributes.size() == 0) {
            throw missing("the file " + path + " has 0 bytes");
        }
        return file(path, name().or(() -> nameOf(path)), attributes);
    }

    /** Returns a file as a document, which fails if the file is changed or deleted until it is read. */
    static Document file(Path path, Optional<String> name, BasicFileAttributes attributes) {
        OptionalLong length = OptionalLong.of(attributes.size());
        return new Document("the file " + path, name, length, () -> Files.newInputStream(path)) {
            /** Checks the modification time as well: a file that is rewritten in place may keep its length. */
            @Override
            void requireUnchanged() throws IOException {
                BasicFileAttributes current = Files.readAttributes(path, BasicFileAttributes.class);
                if (current.size() != attributes.size()
                        || !current.lastModifiedTime().equals(attributes.lastModifiedTime())) {
                    throw changed("was changed while it was read");
                }
            }
        };
    }

    private Document bytes(ByteBuffer bytes) {
        if (!bytes.hasRemaining()) {
            throw missing("the body has 0 bytes");
        }
        return bytes(name().or(() -> header(message, ATTACHMENT_NAME).flatMap(FileNames::safe)), bytes);
    }

    /** Returns the bytes between the buffer's position and limit as a document. Changes neither. */
    static Document bytes(Optional<String> name, ByteBuffer buffer) {
        ByteBuffer bytes = buffer.slice();
        return new Document(
                "the body",
                name,
                OptionalLong.of(bytes.remaining()),
                () -> new ByteBufferBackedInputStream(bytes.duplicate()));
    }

    private Document cached(StreamCache cache) {
        try {
            return cached(name(), cache);
        } catch (DocumentReadException e) {
            throw invalid(e.getMessage());
        }
    }

    /**
     * Returns the content of a stream cache as a document. Each opening resets the cache's only cursor. The length is
     * determined after a reset, because some caches report the remaining bytes; it is 0 if it is unknown. Nothing is
     * read beyond the length, because some caches throw an exception at their end.
     */
    static Document cached(Optional<String> name, StreamCache cache) throws DocumentReadException {
        rewind(cache);
        OptionalLong length = cache.length() > 0 ? OptionalLong.of(cache.length()) : OptionalLong.empty();
        return new Document(CACHE, name, length, () -> {
            rewind(cache);
            return BoundedInputStream.builder()
                    .setInputStream((InputStream) cache)
                    .setMaxCount(length.orElse(Long.MAX_VALUE))
                    .get();
        });
    }

    private static void rewind(StreamCache cache) throws DocumentReadException {
        try {
            cache.reset();
        } catch (RuntimeException e) {
            throw new DocumentReadException(CACHE + " cannot be read: " + e, e);
        }
    }

    private Document attachment(DataHandler content) {
        Optional<String> name = name().or(() -> ownName(message.getBody()));
        return new Document("the attachment", name, OptionalLong.empty(), content::getInputStream);
    }

    /**
     * Returns the file name of the message: the header {@code CamelFileName}, else the name of the file in the body.
     * Ignores the header of a consumed file if the route has since replaced the body by another file.
     */
    public static Optional<String> fileName(Message message) {
        Optional<String> header = isOfEarlierFile(message) ? Optional.empty() : header(message, Exchange.FILE_NAME);
        return header.or(() -> ownName(message.getBody())).or(() -> header(message, ATTACHMENT_NAME));
    }

    /** Returns whether a header names the document: the parts of a message may have the same one. */
    public static boolean isNamedByHeader(Message message) {
        return header(message, Exchange.FILE_NAME).isPresent() && !isOfEarlierFile(message);
    }

    private static boolean hasConsumedName(Message message) {
        Optional<String> header = header(message, Exchange.FILE_NAME);
        return header.isPresent() && header.equals(header(message, Exchange.FILE_NAME_CONSUMED));
    }

    private static boolean isOfEarlierFile(Message message) {
        Optional<String> own = ownName(message.getBody());
        return hasConsumedName(message)
                && own.isPresent()
                && !own.equals(header(message, Exchange.FILE_NAME).flatMap(FileNames::safe));
    }

    private static Optional<String> ownName(Object body) {
        if (body instanceof WrappedFile<?> wrapped) {
            return ownName(wrapped.getFile());
        }
        if (body instanceof File file) {
            return FileNames.safe(file.getName());
        }
        if (body instanceof Path path) {
            return nameOf(path);
        }
        if (body instanceof Map.Entry<?, ?> entry && entry.getValue() instanceof DataHandler attachment) {
            return ownName(attachment).or(() -> FileNames.safe(entry.getKey().toString()));
        }
        // Of a name that the mail encodes (RFC 2047), Camel decodes only the key of the attachment.
        return body instanceof DataHandler attachment
                ? Optional.ofNullable(attachment.getName())
                        .filter(name -> !name.startsWith("=?"))
                        .flatMap(FileNames::safe)
                : Optional.empty();
    }

    /**
     * Returns a message's body as text; null if it cannot be converted or is null. A stream cache is reset afterwards.
     *
     * @param operation the operation that reads the text, for messages
     * @throws DocprocDocumentException if a stream cache cannot be read
     */
    public static String text(Message message, String operation) {
        try {
            if (message.getBody() instanceof StreamCache cache) {
                rewind(cache);
            }
            return MessageHelper.extractBodyAsString(message);
        } catch (IOException | TypeConversionException e) {
            throw new DocprocDocumentException(ServiceFailure.local(operation, 0, e.getMessage()), e);
        }
    }

    private Optional<String> name() {
        Stream<Optional<String>> headers = isOfEarlierFile(message)
                ? Stream.empty()
                : Stream.of(header(message, Exchange.FILE_NAME), header(message, Exchange.FILE_NAME_ONLY));
        return Stream.concat(Stream.of(fileName), headers)
                .flatMap(Optional::stream)
                .map(FileNames::safe)
                .flatMap(Optional::stream)
                .findFirst();
    }

    private static Optional<String> header(Message message, String name) {
        return Optional.ofNullable(message.getHeader(name, String.class)).filter(text -> !text.isBlank());
    }

    private static Optional<String> nameOf(Path path) {
        return Optional.ofNullable(path.getFileName()).map(Path::toString).flatMap(FileNames::safe);
    }

    private DocprocException missing(String reason) {
        return ErrorCode.FILE_MISSING.refusal(operation, reason + "; " + EXPECTED);
    }

    private DocprocException notADocument(Object body) {
        String type = body.getClass().getName();
        if (body instanceof String) {
            return invalid("the body is a String, which is not accepted as a document or as a URL; " + EXPECTED);
        }
        if (body instanceof Map || body instanceof Collection) {
            return invalid("the body is a " + type + ", not one document; split it, or " + EXPECTED);
        }
        return invalid("the body has the Java type " + type + ", which is not accepted as a document; " + EXPECTED);
    }

    private DocprocException invalid(String reason) {
        return new DocprocDocumentException(ServiceFailure.local(operation, 0, reason));
    }
}
