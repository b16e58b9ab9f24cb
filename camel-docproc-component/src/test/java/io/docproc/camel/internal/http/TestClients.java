/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.http;

import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.apache.hc.client5.http.classic.HttpClient;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClientBuilder;

/** Service clients for tests. */
public final class TestClients {
    private static final Duration TIMEOUT = Duration.ofMinutes(10);

    private TestClients() {}

    /** Returns a client without a time limit. */
    public static ServiceClient of(HttpClient http) {
        return of(http, Duration.ZERO, (task, delay) -> new CompletableFuture<>());
    }

    /** Returns a client with a time limit, which the timer enforces. */
    public static ServiceClient of(HttpClient http, Duration callTimeout, CallsInFlight.Timer timer) {
        ServiceAccount account = new ServiceAccount(
                URI.create("http://localhost"),
                new Credentials("app", "s3cr3t-c0de", Optional.empty()),
                TIMEOUT,
                TIMEOUT,
                callTimeout,
                Optional.empty(),
                Map.of());
        return new ServiceClient(() -> http, () -> account, new CallsInFlight(timer));
    }

    /** Returns an HTTP client that sends calls as the component's clients do. */
    public static CloseableHttpClient http() {
        return CamelHttpClients.configure(HttpClientBuilder.create()).build();
    }
}
