/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test.internal.server;

import java.net.http.HttpClient;
import java.time.Duration;
import java.util.function.Supplier;

/** Supplier of an HTTP client that is created on first use, because creating it is slow. Thread-safe. */
final class LazyHttpClient implements Supplier<HttpClient> {
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);

    private final HttpClient.Redirect redirects;
    private HttpClient client;

    LazyHttpClient(HttpClient.Redirect redirects) {
        this.redirects = redirects;
    }

    @Override
    public synchronized HttpClient get() {
        if (client == null) {
            client = HttpClient.newBuilder()
                    .version(HttpClient.Version.HTTP_1_1)
                    .connectTimeout(CONNECT_TIMEOUT)
                    .followRedirects(redirects)
                    .build();
        }
        return client;
    }
}
