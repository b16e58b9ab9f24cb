/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.http;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import org.apache.hc.client5.http.ClientProtocolException;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpStatus;
import org.apache.hc.core5.http.io.HttpClientConnection;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.util.Timeout;

/**
 * Detects a response that arrives while the request is still being sent. The service may reject a call before it has
 * read the whole document.
 *
 * <p>Checks only between two writes. If a service responds, stops reading and keeps the connection open, a write blocks
 * until the deadline of the call expires, and the response is lost.
 */
final class EarlyResponse {
    /** A check of a TLS connection blocks for a millisecond, so checks must be rare. */
    private static final long INTERVAL = Duration.ofMillis(200).toNanos();

    private static final Timeout CHECK = Timeout.ofMilliseconds(1);

    private final HttpClientConnection connection;
    private Optional<ClassicHttpResponse> response = Optional.empty();
    private long lastCheck = System.nanoTime();

    EarlyResponse(HttpClientConnection connection) {
        this.connection = connection;
    }

    /**
     * Checks for a response if the last check was more than 200 ms ago. Closes the connection if the response cannot be
     * read. Otherwise the client would send the last chunk, and the service would process and bill an incomplete
     * document.
     *
     * @throws ResponseArrivedException if a response has arrived; the rest of the request must not be sent
     * @throws IOException if a response has arrived and cannot be read
     */
    void check() throws IOException {
        if (System.nanoTime() - lastCheck > INTERVAL) {
            lastCheck = System.nanoTime();
            if (isReceived()) {
                throw new ResponseArrivedException();
            }
        }
    }

    private boolean isReceived() throws IOException {
        try {
            return receive();
        } catch (IOException | RuntimeException e) {
            closeConnection();
            throw e;
        }
    }

    /**
     * Returns the response that arrived before the request was sent completely.
     *
     * @param failure the reason for which the request was not sent completely
     * @throws IOException the failure, if no response has arrived
     */
    ClassicHttpResponse responseOr(IOException failure) throws IOException {
        try {
            if (response.isPresent() || receive()) {
                return response.get();
            }
        } catch (IOException e) {
            failure.addSuppressed(e);
        }
        throw failure;
    }

    /** Receives the status line and headers of the response. Skips informational (1xx) responses. */
    private boolean receive() throws IOException {
        while (response.isEmpty() && connection.isDataAvailable(CHECK)) {
            try {
                response = Optional.of(connection.receiveResponseHeader())
                        .filter(received -> received.getCode() >= HttpStatus.SC_SUCCESS);
            } catch (HttpException e) {
                throw new ClientProtocolException(e.getMessage(), e);
            }
        }
        return response.isPresent();
    }

    void closeConnection() {
        connection.close(CloseMode.IMMEDIATE);
    }

    /** The response has arrived before the request was sent completely. */
    private static final class ResponseArrivedException extends IOException {
        private static final long serialVersionUID = 1L;
    }
}
