/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.http;

import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.hc.core5.http.HttpEntity;

/**
 * A request to the service. The client adds the credentials.
 *
 * @param operation the operation that makes the call, for messages
 * @param method the HTTP method
 * @param url the address, which may have an encoded query
 * @param query further query parameters, unencoded, in order
 * @param body the body; empty for a GET
 * @param headers further HTTP headers to send; never credentials or framing
 * @param maxResponseBytes the maximum length of the response in bytes
 * @param redaction masks the secrets that the request contains, except for the credentials
 */
public record ServiceCall(
        String operation,
        Method method,
        URI url,
        Map<String, String> query,
        Optional<HttpEntity> body,
        Map<String, String> headers,
        long maxResponseBytes,
        Redaction redaction) {

    private static final long SMALL_RESPONSE = 1024L * 1024;

    /** The HTTP methods of the service. */
    public enum Method {
        /** Reads data and is not billed. May be retried. */
        GET,
        /** May be billed. Must not be retried once it may have reached the service. */
        POST
    }

    /** Returns a GET request for a response of at most 1 MiB. */
    public static ServiceCall get(String operation, URI url, Map<String, String> query) {
        return new ServiceCall(
                operation, Method.GET, url, query, Optional.empty(), Map.of(), SMALL_RESPONSE, Redaction.NONE);
    }

    /** Returns a POST request for a response of at most 1 MiB. */
    public static ServiceCall post(String operation, URI url, HttpEntity body) {
        return new ServiceCall(
                operation, Method.POST, url, Map.of(), Optional.of(body), Map.of(), SMALL_RESPONSE, Redaction.NONE);
    }

    /** Returns this call with other query parameters. */
    public ServiceCall withQuery(Map<String, String> parameters) {
        return new ServiceCall(
                operation, method, url, new LinkedHashMap<>(parameters), body, headers, maxResponseBytes, redaction);
    }

    /** Returns this call with other additional HTTP headers. */
    public ServiceCall withHeaders(Map<String, String> further) {
        return new ServiceCall(operation, method, url, query, body, Map.copyOf(further), maxResponseBytes, redaction);
    }

    /** Returns this call with another maximum length of the response in bytes. */
    public ServiceCall withMaxResponseBytes(long bytes) {
        return new ServiceCall(operation, method, url, query, body, headers, bytes, redaction);
    }

    /** Returns this call with one more secret, which is masked where the response or an exception quotes it. */
    public ServiceCall withSecret(String secret) {
        return new ServiceCall(operation, method, url, query, body, headers, maxResponseBytes, redaction.and(secret));
    }
}
