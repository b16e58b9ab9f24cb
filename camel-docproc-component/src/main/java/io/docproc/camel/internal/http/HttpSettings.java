/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.http;

import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.apache.camel.support.jsse.SSLContextParameters;

/**
 * Settings that determine the HTTP client of a call. Equal settings share one client and its connections.
 *
 * @param baseUrl the address of the service
 * @param connectTimeout maximum time to establish a connection; zero for no limit
 * @param responseTimeout maximum time without data from the service; zero for no limit
 * @param tls the TLS parameters of the component or endpoint
 * @param options further options of camel-http's endpoint, without the {@code http.} prefix
 */
public record HttpSettings(
        URI baseUrl,
        Duration connectTimeout,
        Duration responseTimeout,
        Optional<SSLContextParameters> tls,
        Map<String, Object> options) {

    /** Copies the options. */
    public HttpSettings {
        options = Map.copyOf(options);
    }
}
