/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.http;

import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.hc.core5.http.HttpEntity;

/**
 * One request to the service, without the credentials, which the client adds.
 *
 * @param operation the operation that makes the call, for messages
 * @param method the HTTP method
 * @param url the address without the query
 * @param query the query parameters, unencoded, in order
 * @param body the body, empty for a GET
 * @param headers further HTTP headers that the route has asked to send; never credentials or framing
 * @param maxAnswerBytes how much of the answer is read at most, in bytes
 * @param redaction masks what the request carries and nobody may read
 */
public record ServiceCall(
        String operation,
        Method method,
        URI url,
        Map<String, String> query,
        Optional<HttpEntity> body,
        Map<String, String> headers,
        long maxAnswerBytes,
        Redaction redaction) {

    private static final long SMALL_ANSWER = 1024L * 1024;

    /** The methods that the service knows. */
    public enum Method {
        /** Changes nothing and costs nothing: may be repeated. */
        GET,
        /** May be billed: never repeated once it may have arrived. */
        POST
    }

    /** A GET whose answer is small. */
    public static ServiceCall get(String operation, URI url, Map<String, String> query) {
        return new ServiceCall(
                operation, Method.GET, url, query, Optional.empty(), Map.of(), SMALL_ANSWER, Redaction.NONE);
    }

    /** A POST whose answer is small. */
    public static ServiceCall post(String operation, URI url, HttpEntity body) {
        return new ServiceCall(
                operation, Method.POST, url, Map.of(), Optional.of(body), Map.of(), SMALL_ANSWER, Redaction.NONE);
    }

    /** The same call with query parameters. */
    public ServiceCall withQuery(Map<String, String> parameters) {
        return new ServiceCall(
                operation, method, url, new LinkedHashMap<>(parameters), body, headers, maxAnswerBytes, redaction);
    }

    /** The same call with further HTTP headers. */
    public ServiceCall withHeaders(Map<String, String> further) {
        return new ServiceCall(operation, method, url, query, body, Map.copyOf(further), maxAnswerBytes, redaction);
    }

    /** The same call for an answer of at most so many bytes. */
    public ServiceCall withMaxAnswerBytes(long bytes) {
        return new ServiceCall(operation, method, url, query, body, headers, bytes, redaction);
    }

    /** The same call, with a secret in it that must not show when the answer quotes it. */
    public ServiceCall withSecret(String secret) {
        return new ServiceCall(operation, method, url, query, body, headers, maxAnswerBytes, redaction.and(secret));
    }
}
