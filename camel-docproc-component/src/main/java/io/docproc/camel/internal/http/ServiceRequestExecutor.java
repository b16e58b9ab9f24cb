/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.http;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.WeakHashMap;
import org.apache.hc.client5.http.classic.ExecChain;
import org.apache.hc.client5.http.classic.ExecChainHandler;
import org.apache.hc.client5.http.io.ManagedHttpClientConnection;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ConnectionClosedException;
import org.apache.hc.core5.http.EndpointDetails;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HeaderElements;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpHeaders;
import org.apache.hc.core5.http.HttpStatus;
import org.apache.hc.core5.http.Method;
import org.apache.hc.core5.http.impl.io.HttpRequestExecutor;
import org.apache.hc.core5.http.io.HttpClientConnection;
import org.apache.hc.core5.http.io.HttpResponseInformationCallback;
import org.apache.hc.core5.http.io.entity.HttpEntityWrapper;
import org.apache.hc.core5.http.message.MessageSupport;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.apache.hc.core5.http.protocol.HttpCoreContext;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.util.Timeout;

/**
 * Sends requests on established connections. Takes the rate-limit permit immediately before the first byte, and then
 * checks that the connection is still open. Recognizes a response that arrives during the upload. Limits the headers of
 * responses. In the chain of the client, it sends a request on another connection if the server has closed the first
 * one before anything was sent.
 */
final class ServiceRequestExecutor extends HttpRequestExecutor implements ExecChainHandler {
    /** Attribute of the HTTP context of a request, with its call. */
    static final String CALL = CallsInFlight.Call.class.getName();

    private static final Timeout CHECK = Timeout.ONE_MILLISECOND;
    /**
     * Time since the previous request from which on a connection is checked, which takes 2 milliseconds: a connection with
     * faster responses is in constant use.
     */
    private static final long MAX_AGE = Duration.ofMillis(20).toNanos();

    private final Map<HttpClientConnection, Receiver> receivers = Collections.synchronizedMap(new WeakHashMap<>());

    /**
     * Reads from the socket of a pooled connection within the limits on headers, for which the connection pool of
     * camel-http has no setting. The pooled connection must not be read from.
     */
    private static final class Receiver {
        private final Socket socket;
        private final HttpClientConnection connection;
        private long lastRequest = System.nanoTime() - MAX_AGE - 1;

        Receiver(Socket socket) throws IOException {
            this.socket = socket;
            this.connection = CamelHttpClients.CONNECTIONS.createConnection(socket);
        }
    }

    /** The server closed the connection while it was idle, or while the call waited for its permit. */
    private static final class StaleConnectionException extends IOException {
        private static final long serialVersionUID = 1L;
    }

    @Override
    public ClassicHttpResponse execute(ClassicHttpRequest request, ExecChain.Scope scope, ExecChain chain)
            throws IOException, HttpException {
        Header[] headers = request.getHeaders();
        while (true) {
            try {
                return chain.proceed(request, scope);
            } catch (StaleConnectionException e) {
                request.setHeaders(headers);
            }
        }
    }

    @Override
    public ClassicHttpResponse execute(
            ClassicHttpRequest request,
            HttpClientConnection pooled,
            HttpResponseInformationCallback informationCallback,
            HttpContext context)
            throws IOException, HttpException {
        Receiver receiver = receiver(pooled);
        HttpClientConnection connection = receiver.connection;
        if (!(context.getAttribute(CALL) instanceof CallsInFlight.Call call)
                || Method.CONNECT.isSame(request.getMethod())) {
            return super.execute(request, connection, informationCallback, context);
        }
        try {
            boolean waited = call.awaitPermit();
            if (System.nanoTime() - receiver.lastRequest > MAX_AGE) {
                requireOpen(pooled, connection, waited);
            }
            receiver.lastRequest = System.nanoTime();
            call.startSending();
            if (request.containsHeader(HttpHeaders.EXPECT)) {
                // With "Expect: 100-continue", the service accepts or rejects the call before the document is sent.
                call.sent();
                return super.execute(request, connection, informationCallback, context);
            }
            HttpCoreContext coreContext = HttpCoreContext.castOrCreate(context);
            coreContext.setSSLSession(pooled.getSSLSession());
            coreContext.setEndpointDetails(pooled.getEndpointDetails());
            pooled.sendRequestHeader(request);
            pooled.flush();
            call.sent();
            ClassicHttpResponse response = new Upload(request, pooled, connection).send();
            if (MessageSupport.canResponseHaveBody(request.getMethod(), response)) {
                connection.receiveResponseEntity(response);
            }
            return response;
        } catch (IOException | HttpException | RuntimeException e) {
            pooled.close(CloseMode.IMMEDIATE);
            throw e;
        }
    }

    /** A connection has another socket after the handshake with a server behind a proxy. */
    private Receiver receiver(HttpClientConnection pooled) throws IOException {
        Socket socket = ((ManagedHttpClientConnection) pooled).getSocket();
        Receiver receiver = receivers.get(pooled);
        if (receiver == null || receiver.socket != socket) {
            receiver = new Receiver(socket);
            receivers.put(pooled, receiver);
        }
        return receiver;
    }

    /**
     * Requires that the server has not closed the connection, and has not sent a response that no request asked for.
     *
     * @throws StaleConnectionException if the connection cannot be used; nothing was sent
     * @throws ConnectionClosedException if the server closes each new connection
     */
    private static void requireOpen(HttpClientConnection pooled, HttpClientConnection connection, boolean waited)
            throws IOException {
        if (connection.isStale() || connection.isDataAvailable(CHECK)) {
            EndpointDetails details = pooled.getEndpointDetails();
            boolean isNew = details != null && details.getRequestCount() == 0;
            throw isNew && !waited
                    ? new ConnectionClosedException("the server closed a new connection before anything was sent;"
                            + " nothing was sent; check baseUrl, and the proxy or firewall in between")
                    : new StaleConnectionException();
        }
    }

    /**
     * The upload of a body. The service may reject a call before it has read the whole document, so the connection is
     * checked for a response between writes. A response that is preceded by a blocked write is lost.
     */
    private static final class Upload {
        /** A check of a TLS connection blocks for a millisecond, so checks must be rare. */
        private static final long INTERVAL = Duration.ofMillis(200).toNanos();

        private final ClassicHttpRequest request;
        private final HttpClientConnection pooled;
        private final HttpClientConnection connection;
        private Optional<ClassicHttpResponse> early = Optional.empty();
        private long lastCheck = System.nanoTime();

        /**
         * Creates an upload.
         *
         * @param pooled the connection of the pool, which sends the body
         * @param connection receives the response from the same socket
         */
        Upload(ClassicHttpRequest request, HttpClientConnection pooled, HttpClientConnection connection) {
            this.request = request;
            this.pooled = pooled;
            this.connection = connection;
        }

        /** Sends the body and returns the status line and headers of the response. */
        ClassicHttpResponse send() throws IOException, HttpException {
            HttpEntity body = request.getEntity();
            try {
                if (body != null) {
                    request.setEntity(monitored(body));
                    pooled.sendRequestEntity(request);
                    pooled.flush();
                }
            } catch (IOException e) {
                ClassicHttpResponse response = responseOr(e);
                response.setHeader(HttpHeaders.CONNECTION, HeaderElements.CLOSE);
                return response;
            } finally {
                request.setEntity(body);
            }
            ClassicHttpResponse response = connection.receiveResponseHeader();
            while (response.getCode() < HttpStatus.SC_SUCCESS) {
                response = connection.receiveResponseHeader();
            }
            return response;
        }

        private HttpEntity monitored(HttpEntity body) {
            return new HttpEntityWrapper(body) {
                @Override
                public void writeTo(OutputStream out) throws IOException {
                    try {
                        super.writeTo(monitored(out));
                    } catch (RuntimeException | Error e) {
                        // Closing a chunked stream would write the last chunk. The service would then process and bill
                        // an incomplete document.
                        pooled.close(CloseMode.IMMEDIATE);
                        throw e;
                    }
                }
            };
        }

        private OutputStream monitored(OutputStream body) {
            return new FilterOutputStream(body) {
                @Override
                public void write(byte[] bytes, int offset, int count) throws IOException {
                    if (System.nanoTime() - lastCheck > INTERVAL) {
                        lastCheck = System.nanoTime();
                        requireNoResponse();
                    }
                    out.write(bytes, offset, count);
                }
            };
        }

        /** Closes the connection if the response cannot be read, for the reason above. */
        private void requireNoResponse() throws IOException {
            boolean received;
            try {
                received = receive();
            } catch (HttpException e) {
                pooled.close(CloseMode.IMMEDIATE);
                throw new IOException(e.getMessage(), e);
            } catch (IOException | RuntimeException e) {
                pooled.close(CloseMode.IMMEDIATE);
                throw e;
            }
            if (received) {
                throw new IOException("the response has arrived before the request was sent completely");
            }
        }

        private ClassicHttpResponse responseOr(IOException failure) throws IOException {
            try {
                if (early.isPresent() || receive()) {
                    return early.get();
                }
            } catch (IOException | HttpException e) {
                failure.addSuppressed(e);
            }
            throw failure;
        }

        /** Receives the status line and headers of a response that has arrived. Skips informational responses. */
        private boolean receive() throws IOException, HttpException {
            while (early.isEmpty() && connection.isDataAvailable(CHECK)) {
                early = Optional.of(connection.receiveResponseHeader())
                        .filter(received -> received.getCode() >= HttpStatus.SC_SUCCESS);
            }
            return early.isPresent();
        }
    }
}
