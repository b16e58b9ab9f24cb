/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.body;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Pattern;

/** File names that are converted so that they are safe in a multipart header and on the service's disk. */
public final class FileNames {
    /** Maximum length of a file name on common file systems, in bytes of UTF-8. */
    private static final int MAX_BYTES = 255;

    private static final int MAX_EXTENSION_BYTES = 32;

    private static final Pattern PATH = Pattern.compile("^.*[/\\\\]", Pattern.DOTALL);

    /**
     * Control characters, line separators, unpaired surrogates, and bidirectional controls, which can display
     * {@code gpj.exe} as {@code exe.jpg}.
     */
    private static final Pattern INVISIBLE =
            Pattern.compile("[\\p{Cc}\\p{Zl}\\p{Zp}\\p{Cs}" + "\\u061C\\u200E\\u200F\\u202A-\\u202E\\u2066-\\u2069]");

    private FileNames() {}

    /**
     * Returns the last segment of a path without unsafe characters, shortened to 255 bytes of UTF-8. Returns empty if
     * nothing remains.
     */
    public static Optional<String> safe(String given) {
        String segment = PATH.matcher(given).replaceFirst("");
        String visible = INVISIBLE.matcher(segment).replaceAll("");
        String name = visible.replace('"', '_').strip();
        return name.isEmpty() || name.equals(".") || name.equals("..")
                ? Optional.empty()
                : Optional.of(shortened(name));
    }

    private static String shortened(String name) {
        int dot = name.lastIndexOf('.');
        String extension = dot > 0 && bytes(name.substring(dot)) <= MAX_EXTENSION_BYTES ? name.substring(dot) : "";
        StringBuilder start = new StringBuilder();
        name.substring(0, name.length() - extension.length())
                .codePoints()
                .limit(MAX_BYTES)
                .forEach(start::appendCodePoint);
        while (bytes(start + extension) > MAX_BYTES) {
            start.setLength(start.offsetByCodePoints(start.length(), -1));
        }
        return start + extension;
    }

    private static int bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }
}
