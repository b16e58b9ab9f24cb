/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.http;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hc.core5.http.HttpEntity;

/**
 * A request to the service. The client adds the credentials.
 *
 * @param operation the operation that makes the call, for messages
 * @param method the HTTP method
 * @param url the address with its encoded query
 * @param body the body; empty for a GET
 * @param headers further headers by their names
 * @param maxResponseBytes the maximum length of the response in bytes
 * @param redaction masks the secrets that the request contains, except for the credentials
 */
public record ServiceCall(
        String operation,
        Method method,
        URI url,
        Optional<HttpEntity> body,
        Map<String, String> headers,
        long maxResponseBytes,
        Redaction redaction) {

    private static final long SMALL_RESPONSE = 1024L * 1024;

    /** A character that a URL must not contain, or a percent sign that begins no escape. */
    private static final Pattern ILLEGAL =
            Pattern.compile("[^!#$%&'()*+,\\-./0-9:;=?@A-Z\\[\\]_a-z~]|%(?!\\p{XDigit}{2})");

    /** The scheme and the authority of a URL, which may contain brackets, and its path, which must not. */
    private static final Pattern PATH = Pattern.compile("^([^/?#]*//[^/?#]*)([^?#]*)");

    /** The HTTP methods of the service. */
    public enum Method {
        /** Reads data and is not billed. May be retried. */
        GET,
        /** May be billed. Must not be retried once it may have reached the service. */
        POST
    }

    /**
     * Returns the URI of a URL that others have written. Escapes each illegal character as UTF-8, because an HTTP client
     * would replace it. Leaves all else byte for byte, because a signature may depend on it.
     *
     * @throws URISyntaxException if the text is not a URL
     */
    public static URI uri(String url) throws URISyntaxException {
        String path = PATH.matcher(url)
                .replaceFirst(parts -> Matcher.quoteReplacement(
                        parts.group(1) + parts.group(2).replace("[", "%5B").replace("]", "%5D")));
        return new URI(ILLEGAL.matcher(path).replaceAll(illegal -> escaped(illegal.group())));
    }

    private static String escaped(String illegal) {
        return "%" + HexFormat.ofDelimiter("%").withUpperCase().formatHex(illegal.getBytes(StandardCharsets.UTF_8));
    }

    /** Returns a GET request for a response of at most 1 MiB. */
    public static ServiceCall get(String operation, URI url) {
        return new ServiceCall(operation, Method.GET, url, Optional.empty(), Map.of(), SMALL_RESPONSE, Redaction.NONE);
    }

    /** Returns a POST request for a response of at most 1 MiB. */
    public static ServiceCall post(String operation, URI url, HttpEntity body) {
        return new ServiceCall(
                operation, Method.POST, url, Optional.of(body), Map.of(), SMALL_RESPONSE, Redaction.NONE);
    }

    /** Returns this call with another maximum length of the response in bytes. */
    public ServiceCall withMaxResponseBytes(long bytes) {
        return new ServiceCall(operation, method, url, body, headers, bytes, redaction);
    }

    /** Returns this call to another address. */
    public ServiceCall withUrl(URI other) {
        return new ServiceCall(operation, method, other, body, headers, maxResponseBytes, redaction);
    }

    /** Returns this call with other headers. */
    public ServiceCall withHeaders(Map<String, String> others) {
        return new ServiceCall(operation, method, url, body, others, maxResponseBytes, redaction);
    }

    /** Returns this call with one more secret, which is masked where the response or an exception quotes it. */
    public ServiceCall withSecret(String secret) {
        return new ServiceCall(operation, method, url, body, headers, maxResponseBytes, redaction.and(secret));
    }
}
