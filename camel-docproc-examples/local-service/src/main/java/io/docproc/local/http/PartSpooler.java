/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.http;

import io.docproc.local.ParameterError;
import io.undertow.util.HeaderMap;
import io.undertow.util.Headers;
import io.undertow.util.MultipartParser;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Takes a form's parts as they come: the document to a file, short texts to memory. */
final class PartSpooler implements MultipartParser.PartHandler, AutoCloseable {
    private static final int MAX_TEXT_LENGTH = 1024 * 1024;

    private final TempFiles tempFiles;
    private final Set<String> allowed;
    private final long maxBytes;
    private final Set<String> seen = new HashSet<>();
    private final Map<String, MultipartForm.TextPart> texts = new HashMap<>();
    private Optional<MultipartForm.FilePart> file = Optional.empty();

    private String name;
    private String contentType;
    private OutputStream current = OutputStream.nullOutputStream();
    private ByteArrayOutputStream text = new ByteArrayOutputStream();

    PartSpooler(TempFiles tempFiles, Set<String> allowed, long maxBytes) {
        this.tempFiles = tempFiles;
        this.allowed = allowed;
        this.maxBytes = maxBytes;
    }

    @Override
    public void beginPart(HeaderMap headers) {
        String disposition = Optional.ofNullable(headers.getFirst(Headers.CONTENT_DISPOSITION))
                .orElse("");
        name = Optional.ofNullable(Headers.extractQuotedValueFromHeader(disposition, "name"))
                .orElse("");
        contentType =
                Optional.ofNullable(headers.getFirst(Headers.CONTENT_TYPE)).orElse("none");
        if (!allowed.contains(name)) {
            throw ParameterError.of(
                    "part", name, String.join(", ", allowed.stream().sorted().toList()));
        }
        if (!seen.add(name)) {
            throw ParameterError.of(name, "given twice", "one part of that name");
        }
        text = new ByteArrayOutputStream();
        current = MultipartForm.isFile(name) ? beginFile(disposition) : text;
    }

    private OutputStream beginFile(String disposition) {
        String fileName = Optional.ofNullable(Headers.extractQuotedValueFromHeaderWithEncoding(disposition, "filename"))
                .orElse("document");
        try {
            Path path = tempFiles.newFile();
            file = Optional.of(new MultipartForm.FilePart(path, fileName));
            return TempFiles.writeTo(path, maxBytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void data(ByteBuffer buffer) {
        if (current == text && text.size() + buffer.remaining() > MAX_TEXT_LENGTH) {
            throw ParameterError.of(name, "longer", "at most " + MAX_TEXT_LENGTH + " bytes");
        }
        byte[] bytes = new byte[buffer.remaining()];
        buffer.get(bytes);
        try {
            current.write(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void endPart() {
        close();
        if (!MultipartForm.isFile(name)) {
            texts.put(name, new MultipartForm.TextPart(contentType, text.toString(StandardCharsets.UTF_8)));
        }
    }

    /** Closes the file that a form may have broken off in. */
    @Override
    public void close() {
        try {
            current.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Map<String, MultipartForm.TextPart> texts() {
        return texts;
    }

    Optional<MultipartForm.FilePart> file() {
        return file;
    }
}
