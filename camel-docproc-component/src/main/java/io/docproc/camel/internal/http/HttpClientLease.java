/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.http;

import org.apache.hc.client5.http.classic.HttpClient;

/** A lease of a shared HTTP client, which stays open at least until the lease is closed. */
public interface HttpClientLease extends AutoCloseable {
    /** Returns the HTTP client. */
    HttpClient client();

    /** Closes the lease. Further invocations have no effect. */
    @Override
    void close();
}
