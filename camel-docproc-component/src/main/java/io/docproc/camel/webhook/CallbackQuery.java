/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.webhook;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads a query that comes from outside: whatever is not exactly right counts as absent. */
final class CallbackQuery {
    private CallbackQuery() {}

    /** The values of these names, each of which must be there exactly once; other names do not matter. */
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

    /** Seconds since the epoch, in plain digits. */
    static Optional<Long> seconds(String text) {
        return text.matches("[0-9]{1,12}") ? Optional.of(Long.valueOf(text)) : Optional.empty();
    }

    /** The bytes of a URL-safe Base64 text. */
    static Optional<byte[]> base64(String text) {
        try {
            return Optional.of(Base64.getUrlDecoder().decode(text));
        } catch (IllegalArgumentException malformed) {
            return Optional.empty();
        }
    }
}
