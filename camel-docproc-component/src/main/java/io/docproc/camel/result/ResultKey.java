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
    /** Changes with the computation, so that keys of two versions never match by accident. */
    private static final String VERSION = "docproc-result-1";

    private static final Pattern DIGEST = Pattern.compile("[0-9a-f]{64}");

    /**
     * Creates a key from its digest.
     *
     * @throws IllegalArgumentException if the value is not 64 lower-case hexadecimal digits
     */
    public ResultKey {
        if (!DIGEST.matcher(value).matches()) {
            throw new IllegalArgumentException(
                    "A result key has 64 lower-case hexadecimal digits, not '" + value + "'");
        }
    }

    /**
     * Computes the key of a call.
     *
     * @param baseUrl base URL of the service; the case of scheme and host, the default port and a trailing slash are
     *     ignored
     * @param appId app id of the account
     * @param operation name of the operation
     * @param document SHA-256 digest of the document
     * @param fields request fields with the values that are sent
     */
    public static ResultKey of(
            URI baseUrl, String appId, String operation, byte[] document, Map<String, String> fields) {
        Map<String, String> parts = new TreeMap<>();
        fields.forEach((name, value) -> parts.put("field " + name, value));
        parts.put("baseUrl", normalized(baseUrl));
        parts.put("appId", appId);
        parts.put("operation", operation);
        parts.put("document", HexFormat.of().formatHex(document));
        MessageDigest digest = sha256();
        update(digest, VERSION);
        parts.forEach((name, value) -> {
            update(digest, name);
            update(digest, value);
        });
        return new ResultKey(HexFormat.of().formatHex(digest.digest()));
    }

    /** Returns a new digest for documents. */
    public static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Adds a text with its length, so that different parts never result in the same bytes. */
    private static void update(MessageDigest digest, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(bytes.length).array());
        digest.update(bytes);
    }

    private static String normalized(URI url) {
        String scheme = url.getScheme().toLowerCase(Locale.ROOT);
        int defaultPort = scheme.equals("https") ? 443 : 80;
        String port = url.getPort() == -1 || url.getPort() == defaultPort ? "" : ":" + url.getPort();
        String path = url.getRawPath().replaceAll("/+$", "");
        return scheme + "://" + url.getHost().toLowerCase(Locale.ROOT) + port + path;
    }

    /** Returns the digest. */
    @Override
    public String toString() {
        return value;
    }
}
