/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test.internal.contract;

import io.docproc.test.ParameterError;
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

/** Collects the parts of a form: the document in a file, the other parts in memory. */
final class PartCollector implements MultipartParser.PartHandler, AutoCloseable {
    private static final String FILE = "file";
    private static final int MAX_TEXT_BYTES = 1024 * 1024;

    private final RequestFiles files;
    private final Set<String> allowed;
    private final Set<String> names = new HashSet<>();
    private final Map<String, MultipartForm.TextPart> texts = new HashMap<>();
    private Optional<Path> path = Optional.empty();
    private String fileName = "document";

    private String name = "";
    private String contentType = "";
    private OutputStream current = OutputStream.nullOutputStream();
    private ByteArrayOutputStream text = new ByteArrayOutputStream();

    PartCollector(RequestFiles files, Set<String> allowed) {
        this.files = files;
        this.allowed = allowed;
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
        if (!names.add(name)) {
            throw ParameterError.of(name, "given twice", "one part of that name");
        }
        text = new ByteArrayOutputStream();
        current = name.equals(FILE) ? beginFile(disposition) : text;
    }

    private OutputStream beginFile(String disposition) {
        fileName = Optional.ofNullable(Headers.extractQuotedValueFromHeaderWithEncoding(disposition, "filename"))
                .orElse("document");
        try {
            Path created = files.create();
            path = Optional.of(created);
            return RequestFiles.limited(created, UploadRules.MAX_PARSE_BYTES);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void data(ByteBuffer buffer) {
        if (current == text && text.size() + buffer.remaining() > MAX_TEXT_BYTES) {
            throw ParameterError.of(name, "longer", "at most " + MAX_TEXT_BYTES + " bytes");
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
        if (!name.equals(FILE)) {
            texts.put(name, new MultipartForm.TextPart(contentType, text.toString(StandardCharsets.UTF_8)));
        }
    }

    /** Closes the file of a form that ended early. */
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

    Optional<MultipartForm.FilePart> file() throws IOException {
        return path.isEmpty()
                ? Optional.empty()
                : Optional.of(new MultipartForm.FilePart(files.describe(path.get()), fileName));
    }
}
