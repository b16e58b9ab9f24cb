/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.http;

import java.net.URI;
import java.util.Optional;
import org.apache.hc.core5.http.HttpEntity;

/**
 * A request to the service. The client adds the credentials.
 *
 * @param operation the operation that makes the call, for messages
 * @param method the HTTP method
 * @param url the address with its encoded query
 * @param body the body; empty for a GET
 * @param maxResponseBytes the maximum length of the response in bytes
 * @param redaction masks the secrets that the request contains, except for the credentials
 */
public record ServiceCall(
        String operation,
        Method method,
        URI url,
        Optional<HttpEntity> body,
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
    public static ServiceCall get(String operation, URI url) {
        return new ServiceCall(operation, Method.GET, url, Optional.empty(), SMALL_RESPONSE, Redaction.NONE);
    }

    /** Returns a POST request for a response of at most 1 MiB. */
    public static ServiceCall post(String operation, URI url, HttpEntity body) {
        return new ServiceCall(operation, Method.POST, url, Optional.of(body), SMALL_RESPONSE, Redaction.NONE);
    }

    /** Returns this call with another maximum length of the response in bytes. */
    public ServiceCall withMaxResponseBytes(long bytes) {
        return new ServiceCall(operation, method, url, body, bytes, redaction);
    }

    /** Returns this call with one more secret, which is masked where the response or an exception quotes it. */
    public ServiceCall withSecret(String secret) {
        return new ServiceCall(operation, method, url, body, maxResponseBytes, redaction.and(secret));
    }
}
