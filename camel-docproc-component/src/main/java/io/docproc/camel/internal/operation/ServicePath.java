/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.operation;

import java.util.Arrays;
import java.util.regex.Pattern;

/**
 * Option {@code servicePath} of {@code call}. A path is appended to the address of the service, so it must not be able
 * to name another server, or to leave the path of the address.
 */
final class ServicePath {
    private static final int MAX_LENGTH = 2_000;
    private static final Pattern SEGMENT =
            Pattern.compile("[\\w.~!$&'()*+,;=:@-]*+(?:%[0-9A-Fa-f]{2}[\\w.~!$&'()*+,;=:@-]*+)*+");

    /** A server may drop what follows a semicolon before it resolves the path. */
    private static final Pattern DOT_SEGMENT = Pattern.compile("(?:\\.|%2[Ee]){1,2}(?:;.*)?");

    /** Escapes of slash, backslash and control characters, which servers decode before or after they split the path. */
    private static final Pattern UNSAFE_ESCAPE = Pattern.compile("%(?:2[Ff]|5[Cc]|[01][0-9A-Fa-f]|7[Ff])");

    static final CallOption<String> OPTION = CallOption.text(
            "servicePath",
            "a path of at most " + MAX_LENGTH + " characters that begins with / and has no query, fragment, backslash,"
                    + " control character, or segment that is empty, . or ..; percent-encode other characters, as in"
                    + " /a%20b, and set the query with query.*",
            ServicePath::isValid);

    private ServicePath() {}

    private static boolean isValid(String path) {
        if (path.length() < 2 || path.length() > MAX_LENGTH || path.charAt(0) != '/') {
            return false;
        }
        String segments = path.substring(1, path.endsWith("/") ? path.length() - 1 : path.length());
        return Arrays.stream(segments.split("/", -1)).allMatch(ServicePath::isSegment);
    }

    private static boolean isSegment(String segment) {
        return !segment.isEmpty()
                && SEGMENT.matcher(segment).matches()
                && !DOT_SEGMENT.matcher(segment).matches()
                && !UNSAFE_ESCAPE.matcher(segment).find();
    }
}
