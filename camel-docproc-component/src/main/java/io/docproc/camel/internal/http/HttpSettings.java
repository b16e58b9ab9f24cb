/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.http;

import java.net.URI;
import java.util.Map;
import java.util.Optional;
import org.apache.camel.support.jsse.SSLContextParameters;

/**
 * Settings that determine the HTTP client of a call. Equal settings share one client and its connections.
 *
 * @param baseUrl the address of the service
 * @param connectTimeout maximum time to establish a connection, in milliseconds; 0 for no limit
 * @param responseTimeout maximum time without data from the service, in milliseconds; 0 for no limit
 * @param tls the TLS parameters of the component or endpoint
 * @param options further options of camel-http's endpoint, without the {@code http.} prefix
 */
public record HttpSettings(
        URI baseUrl,
        long connectTimeout,
        long responseTimeout,
        Optional<SSLContextParameters> tls,
        Map<String, Object> options) {

    /** @throws IllegalArgumentException if a timeout is negative */
    public HttpSettings {
        requireDuration("connectTimeout", connectTimeout);
        requireDuration("responseTimeout", responseTimeout);
        options = Map.copyOf(options);
    }

    static void requireDuration(String option, long milliseconds) {
        if (milliseconds < 0) {
            throw new IllegalArgumentException("Option " + option + " is " + milliseconds
                    + " ms; allowed is a duration from 0 up, where 0 means no limit");
        }
    }
}
