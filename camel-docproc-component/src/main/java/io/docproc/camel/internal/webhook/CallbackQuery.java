/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.webhook;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Parses the query of a callback URL. The sender is not authenticated yet, so malformed values are treated as missing.
 */
final class CallbackQuery {
    private CallbackQuery() {}

    /**
     * Returns the decoded values of these parameters. Returns an empty result unless each of them occurs exactly once
     * and is well-formed. Ignores other parameters.
     */
    static Optional<Map<String, String>> parse(String rawQuery, List<String> names) {
        Map<String, String> values = new HashMap<>();
        for (String pair : rawQuery.split("&")) {
            int equals = pair.indexOf('=');
            String name = equals < 0 ? pair : pair.substring(0, equals);
            if (names.contains(name)) {
                Optional<String> value = decoded(pair.substring(equals + 1));
                if (equals < 0 || value.isEmpty() || values.put(name, value.get()) != null) {
                    return Optional.empty();
                }
            }
        }
        return values.size() == names.size() ? Optional.of(values) : Optional.empty();
    }

    private static Optional<String> decoded(String value) {
        try {
            return Optional.of(URLDecoder.decode(value, StandardCharsets.UTF_8));
        } catch (IllegalArgumentException malformed) {
            return Optional.empty();
        }
    }

    /** Returns a number of seconds since the epoch, or an empty result if the text is not 1 to 12 decimal digits. */
    static Optional<Long> seconds(String text) {
        return text.matches("[0-9]{1,12}") ? Optional.of(Long.valueOf(text)) : Optional.empty();
    }

    /** Returns the bytes of a URL-safe Base64 text, or an empty result if the text is malformed. */
    static Optional<byte[]> base64(String text) {
        try {
            return Optional.of(Base64.getUrlDecoder().decode(text));
        } catch (IllegalArgumentException malformed) {
            return Optional.empty();
        }
    }
}
