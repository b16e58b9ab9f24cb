/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test.internal.server;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Path of which segments can be variables, such as {@code /results/{id}}. */
record PathTemplate(List<String> segments) {
    private static final String VARIABLE = "\\{[^{}]+}";

    /**
     * Parses a template.
     *
     * @throws IllegalArgumentException if a segment contains a brace and is no variable
     */
    static PathTemplate of(String path) {
        List<String> segments = List.of(path.split("/", -1));
        if (segments.stream().anyMatch(it -> it.matches(".*[{}].*") && !it.matches(VARIABLE))) {
            throw new IllegalArgumentException(
                    "The control path " + path + " is invalid; write each variable as {name}.");
        }
        return new PathTemplate(segments);
    }

    /** Returns the values of the variables by name; empty if the path does not match. */
    Optional<Map<String, String>> match(String path) {
        String[] actual = path.split("/", -1);
        Map<String, String> variables = new HashMap<>();
        boolean matches = actual.length == segments.size();
        for (int i = 0; matches && i < actual.length; i++) {
            String segment = segments.get(i);
            if (segment.startsWith("{")) {
                variables.put(segment.substring(1, segment.length() - 1), actual[i]);
            } else {
                matches = segment.equals(actual[i]);
            }
        }
        return matches ? Optional.of(variables) : Optional.empty();
    }
}
