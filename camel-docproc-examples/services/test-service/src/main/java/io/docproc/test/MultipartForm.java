/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A {@code multipart/form-data} body (RFC 7578): the part {@code file} in a file, the other parts in memory. */
final class MultipartForm {
    private static final int MAX_LINE_BYTES = 16 * 1024;
    private static final Pattern PARAMETER = Pattern.compile(
            ";\\s*(?<name>[^=;\\s]+)\\s*=\\s*(?:\"(?<quoted>(?:[^\"\\\\]|\\\\.)*)\"|(?<token>[^;\\s]*))");

    /** The part {@code file}; null if there is none. */
    RequestDocument file;

    String fileName = "document";
    final Map<String, String> texts = new HashMap<>();
    final Map<String, String> types = new HashMap<>();
    private final InputStream in;
    private final byte[] delimiter;

    MultipartForm(Incoming incoming, Set<String> allowed) throws IOException {
        String boundary = parameter(incoming.contentType, "boundary").orElse("");
        if (!incoming.hasType("multipart/form-data") || boundary.isEmpty()) {
            throw Requests.noFile("Content-Type is " + incoming.contentType + ", not multipart/form-data");
        }
        in = new BufferedInputStream(incoming.body);
        delimiter = ("\r\n--" + boundary).getBytes(StandardCharsets.US_ASCII);
        // The first delimiter has no line before it.
        copyTo(OutputStream.nullOutputStream(), 2);
        while (!readLine().startsWith("--")) {
            Map<String, String> headers = readHeaders();
            String disposition = headers.getOrDefault("content-disposition", "");
            String name = parameter(disposition, "name").orElse("");
            if (!allowed.contains(name)) {
                throw ParameterError.of(
                        "part",
                        name,
                        String.join(", ", allowed.stream().sorted().toList()));
            }
            if (texts.containsKey(name) || name.equals("file") && file != null) {
                throw ParameterError.of(name, "given twice", "one part of that name");
            }
            if (name.equals("file")) {
                fileName = parameter(disposition, "filename").orElse(fileName);
                file = incoming.save(Requests.MAX_PARSE_BYTES, out -> copyTo(out, 0));
            } else {
                types.put(name, headers.getOrDefault("content-type", "none"));
                ByteArrayOutputStream text = new ByteArrayOutputStream();
                copyTo(text, 0);
                texts.put(name, text.toString(StandardCharsets.UTF_8));
            }
        }
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

    private static ServiceErrorException malformed() {
        return ParameterError.of("body", "malformed", "a multipart/form-data form");
    }

    /** Returns a parameter of a header; its extended form ({@code filename*=UTF-8''…}, RFC 5987) takes precedence. */
    private static Optional<String> parameter(String header, String name) {
        Matcher matcher = PARAMETER.matcher(header);
        Optional<String> value = Optional.empty();
        while (matcher.find()) {
            String token = matcher.group("token");
            if (matcher.group("name").equalsIgnoreCase(name + "*")
                    && token != null
                    && token.matches("(?i)UTF-8'.*'.*")) {
                String encoded = token.substring(token.lastIndexOf('\'') + 1).replace("+", "%2B");
                return Optional.of(URLDecoder.decode(encoded, StandardCharsets.UTF_8));
            }
            if (matcher.group("name").equalsIgnoreCase(name) && value.isEmpty()) {
                String quoted = matcher.group("quoted");
                value = Optional.of(quoted == null ? token : quoted.replaceAll("\\\\([\"\\\\])", "$1"));
            }
        }
        return value;
    }
}
