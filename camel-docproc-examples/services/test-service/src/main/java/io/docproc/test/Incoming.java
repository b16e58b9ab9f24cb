/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test;

import com.sun.net.httpserver.HttpExchange;
import java.io.BufferedOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** A request whose body was not read yet, with its temporary files, which are deleted with it unless a job keeps them. */
final class Incoming implements AutoCloseable {
    /** The request without its body. */
    final ServiceRequest head;
    /** The id in the path. */
    final String id;
    /** The Content-Type header as messages show it. */
    final String contentType;

    final InputStream body;
    private final ServiceState state;
    private final List<Path> files = new ArrayList<>();

    Incoming(HttpExchange exchange, Endpoint endpoint, URI origin, ServiceState state) {
        String path = exchange.getRequestURI().getPath();
        String rawQuery = exchange.getRequestURI().getRawQuery();
        Map<String, String> query = new HashMap<>();
        for (String parameter : rawQuery == null || rawQuery.isEmpty() ? new String[0] : rawQuery.split("&")) {
            String[] parts = parameter.split("=", 2);
            query.putIfAbsent(decode(parts[0]), parts.length == 1 ? "" : decode(parts[1]));
        }
        this.head = ServiceRequest.of(endpoint.operation(), origin, exchange.getRequestMethod(), path, query);
        this.id = endpoint.id(path);
        this.contentType = Optional.ofNullable(exchange.getRequestHeaders().getFirst("Content-Type"))
                .orElse("none");
        this.body = exchange.getRequestBody();
        this.state = state;
    }

    private static String decode(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }

    boolean hasType(String mediaType) {
        return contentType.split(";", 2)[0].strip().toLowerCase(Locale.ROOT).equals(mediaType);
    }

    /**
     * Rejects unknown query parameters, and invalid values.
     *
     * @param rules the allowed values by name: a list such as {@code 0, 1}, a range such as {@code 1 to 100}, or empty
     *     for any value
     */
    void allowOnly(Map<String, String> rules) {
        head.parameters().forEach((name, value) -> {
            if (!rules.containsKey(name)) {
                String allowed = rules.keySet().stream().sorted().collect(Collectors.joining(", "));
                throw ParameterError.of("query parameter", name, allowed.isEmpty() ? "none" : allowed);
            }
            if (!isAllowed(value, rules.get(name))) {
                throw ParameterError.of(name, value, rules.get(name));
            }
        });
    }

    private static boolean isAllowed(String value, String rule) {
        if (!rule.contains(" to ")) {
            return rule.isEmpty() || List.of(rule.split(", ")).contains(value);
        }
        String[] range = rule.split(" to ");
        return value.matches("\\d{1,18}")
                && Long.parseLong(value) >= Long.parseLong(range[0])
                && Long.parseLong(value) <= Long.parseLong(range[1]);
    }

    /** Returns a body of limited length as text. */
    String text(int maxBytes, String allowed) throws IOException {
        byte[] bytes = body.readNBytes(maxBytes + 1);
        if (bytes.length > maxBytes) {
            throw ParameterError.of("body", "longer", allowed + "at most " + maxBytes + " bytes");
        }
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /** Writes a document. */
    @FunctionalInterface
    interface Source {
        void writeTo(OutputStream out) throws IOException;
    }

    /** Saves a document in a new file; throws 40302 at the first byte above the limit. */
    RequestDocument save(long maxBytes, Source source) throws IOException {
        Path file = state.server.newFile();
        files.add(file);
        try (OutputStream out = limited(new BufferedOutputStream(Files.newOutputStream(file)), maxBytes)) {
            source.writeTo(out);
        }
        return RequestDocument.of(file, state.settings.recordCalls ? RequestDocument.MAX_RETAINED_BYTES : 0);
    }

    private static OutputStream limited(OutputStream file, long maxBytes) {
        return new FilterOutputStream(file) {
            private long written;

            @Override
            public void write(int b) throws IOException {
                write(new byte[] {(byte) b}, 0, 1);
            }

            @Override
            public void write(byte[] bytes, int offset, int length) throws IOException {
                written += length;
                if (written > maxBytes) {
                    throw new ServiceErrorException(40302, "file size exceeds " + maxBytes / (1024 * 1024) + " MB");
                }
                out.write(bytes, offset, length);
            }
        };
    }

    /** Keeps the files when the call is completed; the caller deletes them. */
    void keep() {
        files.clear();
    }

    @Override
    public void close() {
        for (Path file : files) {
            try {
                Files.deleteIfExists(file);
            } catch (IOException e) {
                throw new UncheckedIOException("The temporary file " + file + " could not be deleted", e);
            }
        }
        files.clear();
    }
}
