/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.http;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.WeakHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLSocket;
import org.apache.hc.client5.http.classic.ExecChain;
import org.apache.hc.client5.http.classic.ExecChainHandler;
import org.apache.hc.client5.http.io.ManagedHttpClientConnection;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ConnectionClosedException;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HeaderElements;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpHeaders;
import org.apache.hc.core5.http.HttpStatus;
import org.apache.hc.core5.http.Method;
import org.apache.hc.core5.http.ProtocolException;
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
 * Sends requests on established connections. Asks the caller immediately before the first byte, and then
 * checks that the connection is still open and has no bytes that no request asked for. Recognizes a response that
 * arrives during the upload. Limits the headers of responses. In the chain of the client, it sends a request on another
 * connection if the check fails, and hides each content encoding that the client cannot decode.
 */
final class ServiceRequestExecutor extends HttpRequestExecutor implements ExecChainHandler {
    /** Attribute of the HTTP context of a request, with its call. */
    static final String CALL = CallsInFlight.Call.class.getName();

    private static final Timeout CHECK = Timeout.ONE_MILLISECOND;
    /**
     * Time since the previous request from which on the server may have closed the connection. This check takes a
     * millisecond: a connection with faster responses is in constant use.
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
        private boolean isNew = true;
        private long lastRequest = System.nanoTime() - MAX_AGE - 1;

        Receiver(Socket socket) throws IOException {
            this.socket = socket;
            this.connection = CamelHttpClients.CONNECTIONS.createConnection(socket);
        }
    }

    /** The server closed the connection while it was idle, or while the caller was asked. */
    private static final class StaleConnectionException extends IOException {
        private static final long serialVersionUID = 1L;
    }

    @Override
    public ClassicHttpResponse execute(ClassicHttpRequest request, ExecChain.Scope scope, ExecChain chain)
            throws IOException, HttpException {
        Header[] headers = request.getHeaders();
        while (true) {
            try {
                ClassicHttpResponse response = chain.proceed(request, scope);
                hideUnknownEncodings(request, response);
                return response;
            } catch (StaleConnectionException e) {
                request.setHeaders(headers);
            }
        }
    }

    /**
     * Keeps the content encodings that the client has offered to decode. A server may give the character set, or an
     * encoding that a proxy has removed; HttpClient 5.6 would refuse the response.
     */
    private static void hideUnknownEncodings(ClassicHttpRequest request, ClassicHttpResponse response) {
        HttpEntity body = response.getEntity();
        if (body == null || body.getContentEncoding() == null) {
            return;
        }
        List<String> offered = new ArrayList<>();
        MessageSupport.parseTokens(request, HttpHeaders.ACCEPT_ENCODING, offered::add);
        String known = Stream.of(body.getContentEncoding().split(","))
                .map(encoding -> encoding.strip().toLowerCase(Locale.ROOT))
                .filter(offered::contains)
                .collect(Collectors.joining(","));
        response.setEntity(new HttpEntityWrapper(body) {
            @Override
            public String getContentEncoding() {
                return known.isEmpty() ? null : known;
            }
        });
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
        if (Method.CONNECT.isSame(request.getMethod())) {
            return super.execute(request, connection, informationCallback, context);
        }
        CallsInFlight.Call call = (CallsInFlight.Call) context.getAttribute(CALL);
        boolean isNew = receiver.isNew;
        try {
            long start = System.nanoTime();
            if (call != null) {
                call.admit();
            }
            requireUsable(receiver, System.nanoTime() - start > MAX_AGE);
            receiver.isNew = false;
            receiver.lastRequest = System.nanoTime();
            if (call == null) {
                return super.execute(request, connection, informationCallback, context);
            }
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
            coreContext.setResponse(response);
            if (MessageSupport.canResponseHaveBody(request.getMethod(), response)) {
                connection.receiveResponseEntity(response);
            }
            return response;
        } catch (IOException | HttpException | RuntimeException e) {
            pooled.close(CloseMode.IMMEDIATE);
            if (isNew && call != null && e instanceof SSLHandshakeException) {
                // With TLS 1.3, the server checks the certificate of the client after the client has begun to send.
                call.notReceived();
            }
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
     * Requires that the server has not closed the connection, and has not sent bytes that no request asked for, which
     * would become the response of this request.
     *
     * @throws StaleConnectionException if the connection cannot be used; nothing was sent
     * @throws SSLHandshakeException if the server has refused the TLS handshake of a new connection
     * @throws ConnectionClosedException if the server closes each new connection
     */
    private static void requireUsable(Receiver receiver, boolean waited) throws IOException {
        boolean isOld = System.nanoTime() - receiver.lastRequest > MAX_AGE;
        try {
            if ((!isOld || isQuiet(receiver.socket))
                    && (receiver.isNew || !receiver.connection.isDataAvailable(CHECK))) {
                return;
            }
        } catch (SSLHandshakeException e) {
            throw receiver.isNew ? e : new StaleConnectionException();
        } catch (SocketException | SSLException e) {
            // The server has closed the connection.
        }
        if (!receiver.isNew || waited) {
            throw new StaleConnectionException();
        }
        if (receiver.socket instanceof SSLSocket) {
            throw new SSLHandshakeException("the server closed a new connection after the TLS handshake of the client");
        }
        throw new ConnectionClosedException("the server closed a new connection before anything was sent;"
                + " nothing was sent; check baseUrl, and the proxy or firewall in between");
    }

    /**
     * Returns whether a socket is open, and has received nothing. HttpClient's own check hides the alert of a failed TLS
     * handshake behind the exception of the closed socket.
     */
    private static boolean isQuiet(Socket socket) throws IOException {
        int timeout = socket.getSoTimeout();
        socket.setSoTimeout(CHECK.toMillisecondsIntBound());
        try {
            socket.getInputStream().read();
            return false;
        } catch (SocketTimeoutException e) {
            socket.setSoTimeout(timeout);
            return true;
        }
    }

    /**
     * The upload of a body. The service may reject a call before it has read the whole document, so the connection is
     * checked for a response between writes. A response that is preceded by a blocked write is lost.
     */
    private static final class Upload {
        /** Maximum time in which the header of a response arrives that the server sent before it closed the connection. */
        private static final Timeout ARRIVED = Timeout.ofMilliseconds(100);

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
            return receiveFinalHeader();
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
                return early.isPresent() ? early.get() : receivedHeader();
            } catch (SSLHandshakeException e) {
                e.addSuppressed(failure);
                throw e;
            } catch (IOException | HttpException e) {
                failure.addSuppressed(e);
            }
            throw failure;
        }

        /** Receives the status line and headers of a response, or a TLS alert, that has arrived before the failure. */
        private ClassicHttpResponse receivedHeader() throws IOException, HttpException {
            Timeout timeout = connection.getSocketTimeout();
            connection.setSocketTimeout(ARRIVED);
            try {
                return receiveFinalHeader();
            } finally {
                connection.setSocketTimeout(timeout);
            }
        }

        /** Receives the status line and headers of a response. Skips informational responses. */
        private ClassicHttpResponse receiveFinalHeader() throws IOException, HttpException {
            try {
                ClassicHttpResponse response = connection.receiveResponseHeader();
                while (response.getCode() < HttpStatus.SC_SUCCESS) {
                    response = connection.receiveResponseHeader();
                }
                return response;
            } catch (IllegalArgumentException e) {
                throw new ProtocolException("Invalid status line", e);
            }
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
