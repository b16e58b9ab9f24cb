/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.http;

import java.util.function.Supplier;
import org.apache.hc.client5.http.classic.HttpClient;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClientBuilder;

/** Leases of an HTTP client that the test closes itself. */
public final class Leases {
    private Leases() {}

    /** Leases of one client. */
    public static Supplier<HttpClientLease> of(HttpClient client) {
        return () -> new HttpClientLease() {
            @Override
            public HttpClient client() {
                return client;
            }

            @Override
            public void close() {}
        };
    }

    /** A client that sends calls as the component's clients do. */
    public static CloseableHttpClient client() {
        return CamelHttpClients.configure(HttpClientBuilder.create()).build();
    }
}
