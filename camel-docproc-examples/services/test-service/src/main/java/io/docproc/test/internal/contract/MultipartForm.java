/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test.internal.contract;

import io.docproc.test.ParameterError;
import io.docproc.test.RequestDocument;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A {@code multipart/form-data} body (RFC 7578): the document in a file, the other parts in memory. */
final class MultipartForm {
    private static final String FILE = "file";
    private static final String CRLF = "\r\n";
    private static final int MAX_TEXT_BYTES = 1024 * 1024;
    private static final int MAX_LINE_BYTES = 16 * 1024;

    private final InputStream in;
    private final byte[] delimiter;
    private final Map<String, TextPart> texts = new HashMap<>();
    private Optional<FilePart> file = Optional.empty();

    /** The part {@code file}. */
    record FilePart(RequestDocument document, String fileName) {}

    /** Any other part, decoded as UTF-8. */
    record TextPart(String contentType, String value) {}

    private MultipartForm(InputStream in, String boundary) {
        this.in = new BufferedInputStream(in);
        this.delimiter = (CRLF + "--" + boundary).getBytes(StandardCharsets.US_ASCII);
    }

    static MultipartForm read(IncomingCall call, Set<String> allowed) throws IOException {
        String contentType = call.shownContentType();
        Optional<String> boundary = HeaderParameters.get(contentType, "boundary");
        if (!call.mediaType().equals("multipart/form-data") || boundary.isEmpty()) {
            throw UploadRules.noFile("Content-Type is " + contentType + ", not multipart/form-data");
        }
        MultipartForm form = new MultipartForm(call.body(), boundary.get());
        form.readParts(call.files(), allowed);
        return form;
    }

    Optional<TextPart> text(String name) {
        return Optional.ofNullable(texts.get(name));
    }

    Optional<FilePart> file() {
        return file;
    }

    private void readParts(RequestFiles files, Set<String> allowed) throws IOException {
        Set<String> names = new HashSet<>();
        // The first delimiter has no line before it.
        copyTo(OutputStream.nullOutputStream(), CRLF.length());
        while (!readLine().startsWith("--")) {
            Map<String, String> headers = readHeaders();
            String disposition = headers.getOrDefault("content-disposition", "");
            String name = HeaderParameters.get(disposition, "name").orElse("");
            if (!allowed.contains(name)) {
                throw ParameterError.of(
                        "part",
                        name,
                        String.join(", ", allowed.stream().sorted().toList()));
            }
            if (!names.add(name)) {
                throw ParameterError.of(name, "given twice", "one part of that name");
            }
            if (name.equals(FILE)) {
                String fileName = HeaderParameters.get(disposition, "filename").orElse("document");
                file = Optional.of(new FilePart(readFile(files), fileName));
            } else {
                texts.put(name, new TextPart(headers.getOrDefault("content-type", "none"), readText(name)));
            }
        }
    }

    private RequestDocument readFile(RequestFiles files) throws IOException {
        Path path = files.create();
        try (OutputStream out = RequestFiles.limited(path, UploadRules.MAX_PARSE_BYTES)) {
            copyTo(out, 0);
        }
        return files.describe(path);
    }

    private String readText(String name) throws IOException {
        ByteArrayOutputStream text = new ByteArrayOutputStream() {
            @Override
            public synchronized void write(int b) {
                if (size() == MAX_TEXT_BYTES) {
                    throw ParameterError.of(name, "longer", "at most " + MAX_TEXT_BYTES + " bytes");
                }
                super.write(b);
            }
        };
        copyTo(text, 0);
        return text.toString(StandardCharsets.UTF_8);
    }

    /** Copies the bytes before the next delimiter, of which the first bytes are already matched. */
    private void copyTo(OutputStream out, int alreadyMatched) throws IOException {
        int matched = alreadyMatched;
        while (matched < delimiter.length) {
            int next = in.read();
            if (next < 0) {
                throw ParameterError.of("body", "incomplete", "a form that ends with its boundary");
            }
            if (next == delimiter[matched]) {
                matched++;
                continue;
            }
            // A line break is only at the start of the delimiter, so no shorter match is lost.
            for (int i = 0; i < matched; i++) {
                out.write(delimiter[i]);
            }
            matched = next == delimiter[0] ? 1 : 0;
            if (matched == 0) {
                out.write(next);
            }
        }
    }

    private Map<String, String> readHeaders() throws IOException {
        Map<String, String> headers = new HashMap<>();
        for (String line = readLine(); !line.isEmpty(); line = readLine()) {
            String[] header = line.split(":", 2);
            if (header.length < 2) {
                throw malformed();
            }
            headers.put(header[0].strip().toLowerCase(Locale.ROOT), header[1].strip());
        }
        return headers;
    }

    private String readLine() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0 && line.size() > 0) {
                break;
            }
            if (next < 0 || line.size() == MAX_LINE_BYTES) {
                throw malformed();
            }
            line.write(next);
        }
        return line.toString(StandardCharsets.UTF_8).stripTrailing();
    }

    private static RuntimeException malformed() {
        return ParameterError.of("body", "malformed", "a multipart/form-data form");
    }
}
