/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.http;

import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.apache.camel.support.jsse.SSLContextParameters;

/**
 * What decides which HTTP client a call uses; equal settings share one client and its connections.
 *
 * @param baseUrl the address of the service
 * @param connectTimeout milliseconds until a connection is established
 * @param responseTimeout milliseconds of silence after which an answer is given up
 * @param connections how many connections the pool holds at most
 * @param tls TLS as configured on the component or the endpoint
 * @param options further options of camel-http's endpoint, without the {@code http.} prefix
 */
public record HttpSettings(
        URI baseUrl,
        long connectTimeout,
        long responseTimeout,
        int connections,
        Optional<SSLContextParameters> tls,
        Map<String, Object> options) {

    /** @throws IllegalArgumentException when a time-out is negative */
    public HttpSettings {
        requireDuration("connectTimeout", connectTimeout);
        requireDuration("responseTimeout", responseTimeout);
        options = Map.copyOf(options);
    }

    /** The same settings for a connection that makes one call at a time, and gives it up after so long. */
    public HttpSettings forOneCallWithin(Duration timeout) {
        long most = timeout.toMillis();
        long connecting = connectTimeout == 0 ? most : Math.min(connectTimeout, most);
        return new HttpSettings(baseUrl, connecting, most, 1, tls, options);
    }

    static void requireDuration(String option, long milliseconds) {
        if (milliseconds < 0) {
            throw new IllegalArgumentException("Option " + option + " is " + milliseconds
                    + " ms; allowed is a duration from 0 up, where 0 means to wait without end");
        }
    }
}
