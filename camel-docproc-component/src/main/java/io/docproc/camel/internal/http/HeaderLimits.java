/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.http;

import java.io.IOException;
import java.util.Optional;
import org.apache.hc.client5.http.impl.io.ManagedHttpClientConnectionFactory;
import org.apache.hc.client5.http.io.ManagedHttpClientConnection;
import org.apache.hc.core5.http.MessageConstraintException;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.io.HttpClientConnection;

/**
 * Limits the headers of a response. Without a limit, endless headers would exhaust the heap before the size of the body
 * is checked.
 */
public final class HeaderLimits {
    private static final int MAX_LINE = 16 * 1024;
    private static final int MAX_COUNT = 200;

    /** Creates connections with these limits. */
    public static final ManagedHttpClientConnectionFactory CONNECTIONS = ManagedHttpClientConnectionFactory.builder()
            .http1Config(Http1Config.custom()
                    .setMaxLineLength(MAX_LINE)
                    .setMaxHeaderCount(MAX_COUNT)
                    .build())
            .build();

    private HeaderLimits() {}

    /**
     * Returns a connection that reads from the same socket within the limits. camel-http's connection pool offers no
     * setting for them. The pool keeps the given connection, which must not be read from meanwhile.
     */
    static HttpClientConnection limited(HttpClientConnection connection) throws IOException {
        return connection instanceof ManagedHttpClientConnection managed
                ? CONNECTIONS.createConnection(managed.getSocket())
                : connection;
    }

    /** Returns the exception with the limit that the response exceeds and with advice; empty for other exceptions. */
    public static Optional<MessageConstraintException> explained(Exception e) {
        String reason = e instanceof MessageConstraintException ? String.valueOf(e.getMessage()) : "";
        if (reason.contains("header count")) {
            return Optional.of(exceeded("more than the allowed " + MAX_COUNT + " headers"));
        }
        return reason.contains("line length")
                ? Optional.of(exceeded("a header line longer than the allowed " + MAX_LINE + " bytes"))
                : Optional.empty();
    }

    private static MessageConstraintException exceeded(String limit) {
        return new MessageConstraintException("the response has " + limit
                + "; the service sends a few short headers: check which server or proxy responds at baseUrl");
    }
}
