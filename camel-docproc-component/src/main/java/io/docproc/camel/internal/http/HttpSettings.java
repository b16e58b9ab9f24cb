/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.http;

import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.apache.camel.support.jsse.SSLContextParameters;
import org.apache.hc.client5.http.classic.HttpClient;
import org.apache.hc.client5.http.config.Configurable;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.core5.util.Timeout;

/**
 * Settings of the HTTP connection of a call. Calls with equal settings, apart from the timeouts, share their connections.
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

    /** Returns the configuration of a request with the timeouts of these settings. */
    @SuppressWarnings("deprecation") // A timeout of the connection manager would need one for each timeout.
    public RequestConfig requestConfig(HttpClient client) {
        RequestConfig.Builder config = client instanceof Configurable configurable
                ? RequestConfig.copy(configurable.getConfig())
                : RequestConfig.custom();
        return config.setConnectTimeout(Timeout.of(connectTimeout))
                .setResponseTimeout(Timeout.of(responseTimeout))
                .build();
    }
}
