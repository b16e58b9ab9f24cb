/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.result;

import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Identifies a billed call. Two calls have the same key exactly if they send the same document to the same operation of
 * the same account with the same request fields. The key is a SHA-256 digest, so it contains neither a credential nor a
 * password and is a safe file name and column value.
 *
 * @param value 64 lower-case hexadecimal digits
 */
public record ResultKey(String value) {
    private static final Pattern DIGITS = Pattern.compile("[0-9a-f]{64}");
    /**
     * Version of the canonical form. It changes with the form, so that keys of two versions never match by accident.
     */
    private static final String CANONICAL_FORM = "docproc-result-1";

    /**
     * Creates a key from its digest.
     *
     * @throws IllegalArgumentException if the value is not 64 lower-case hexadecimal digits
     */
    public ResultKey {
        if (!DIGITS.matcher(value).matches()) {
            throw new IllegalArgumentException(
                    "A result key has 64 lower-case hexadecimal digits, not '" + value + "'");
        }
    }

    /** Returns an empty builder. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns the digest. */
    @Override
    public String toString() {
        return value;
    }

    /** Builder of a key. Account, operation and document are required. Not thread-safe. */
    public static final class Builder {
        private final Map<String, String> parts = new TreeMap<>();

        private Builder() {}

        /**
         * Sets the account that is billed.
         *
         * @param baseUrl the base URL of the service; the case of scheme and host, the default port and a trailing
         *     slash are ignored
         * @param appId the app id of the account
         */
        public Builder account(URI baseUrl, String appId) {
            return part("baseUrl", normalized(baseUrl)).part("appId", appId);
        }

        /** Sets the operation, for example {@code crop}. */
        public Builder operation(String operation) {
            return part("operation", operation);
        }

        /** Sets the SHA-256 digest of the document. */
        public Builder document(byte[] sha256) {
            return part("document", HexFormat.of().formatHex(sha256));
        }

        /**
         * Adds a request field with the value that is sent. The order of fields is ignored.
         *
         * @throws IllegalArgumentException if the field was already added
         */
        public Builder field(String name, String value) {
            return part("field " + name, value);
        }

        private Builder part(String name, String value) {
            if (parts.putIfAbsent(name, value) != null) {
                throw new IllegalArgumentException("The result key already has a part '" + name + "'; add it once");
            }
            return this;
        }

        /**
         * Creates the key.
         *
         * @throws IllegalStateException if a required part is missing
         */
        public ResultKey build() {
            for (String required : new String[] {"baseUrl", "operation", "document"}) {
                if (!parts.containsKey(required)) {
                    throw new IllegalStateException("A result key needs the part '" + required + "'; set it first");
                }
            }
            return new ResultKey(HexFormat.of().formatHex(digest()));
        }

        /**
         * Computes the digest. It includes the length of each part, so that different parts never produce the same
         * bytes.
         */
        private byte[] digest() {
            MessageDigest digest = sha256();
            update(digest, CANONICAL_FORM);
            parts.forEach((name, value) -> {
                update(digest, name);
                update(digest, value);
            });
            return digest.digest();
        }

        private static void update(MessageDigest digest, String text) {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            digest.update(
                    ByteBuffer.allocate(Integer.BYTES).putInt(bytes.length).array());
            digest.update(bytes);
        }

        private static MessageDigest sha256() {
            try {
                return MessageDigest.getInstance("SHA-256");
            } catch (NoSuchAlgorithmException e) {
                throw new IllegalStateException(e);
            }
        }

        private static String normalized(URI url) {
            String scheme = url.getScheme().toLowerCase(Locale.ROOT);
            int defaultPort = scheme.equals("https") ? 443 : 80;
            String port = url.getPort() == -1 || url.getPort() == defaultPort ? "" : ":" + url.getPort();
            String path = url.getRawPath().replaceAll("/+$", "");
            return scheme + "://" + url.getHost().toLowerCase(Locale.ROOT) + port + path;
        }
    }
}
