/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.http;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLSocket;
import org.apache.hc.client5.http.classic.ExecChain;
import org.apache.hc.client5.http.classic.ExecChainHandler;
import org.apache.hc.client5.http.entity.GzipDecompressingEntity;
import org.apache.hc.client5.http.impl.io.ManagedHttpClientConnectionFactory;
import org.apache.hc.client5.http.io.ManagedHttpClientConnection;
import org.apache.hc.client5.http.protocol.HttpClientContext;
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
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.impl.io.DefaultHttpResponseParserFactory;
import org.apache.hc.core5.http.impl.io.HttpRequestExecutor;
import org.apache.hc.core5.http.io.HttpClientConnection;
import org.apache.hc.core5.http.io.HttpResponseInformationCallback;
import org.apache.hc.core5.http.io.entity.HttpEntityWrapper;
import org.apache.hc.core5.http.message.BasicClassicHttpResponse;
import org.apache.hc.core5.http.message.MessageSupport;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.util.Timeout;

/**
 * Sends requests on established connections. Checks that the connection is still open and has no bytes that no request asked
 * for, and asks the caller immediately before the first byte. Recognizes a response that arrives during the upload. In the
 * chain of the client, it sends a request on another connection if the check fails, and decodes gzip. It ignores any other
 * content encoding: a server may give the character set, or an encoding that a proxy has removed.
 */
final class ServiceRequestExecutor extends HttpRequestExecutor implements ExecChainHandler {
    static final int MAX_HEADER_LINE = 16 * 1024;
    static final int MAX_HEADERS = 200;
    private static final String GZIP = "gzip";

    private static final Http1Config LIMITS = Http1Config.custom()
            .setMaxLineLength(MAX_HEADER_LINE)
            .setMaxHeaderCount(MAX_HEADERS)
            .build();

    /**
     * Creates connections that limit the headers of a response. Without a limit, endless headers would exhaust the heap
     * before the size of the body is checked. The default parser of the client would skip a malformed status line, and
     * wait for another one.
     */
    static final ManagedHttpClientConnectionFactory CONNECTIONS = ManagedHttpClientConnectionFactory.builder()
            .http1Config(LIMITS)
            .responseParserFactory(new DefaultHttpResponseParserFactory(LIMITS))
            .build();

    private static final Timeout CHECK = Timeout.ONE_MILLISECOND;
    /**
     * Time since the previous request from which on the server may have closed the connection. This check takes a
     * millisecond: a connection with faster responses is in constant use.
     */
    private static final long MAX_AGE = Duration.ofMillis(20).toNanos();

    /** The time of the last request on each connection; a new connection has none. */
    private final Map<HttpClientConnection, Long> lastRequests = Collections.synchronizedMap(new WeakHashMap<>());

    /** Context of one request, which tells whether its first byte was sent. */
    static final class Attempt extends HttpClientContext {
        private final Runnable beforeFirstByte;
        private final Runnable sent;
        private boolean admitted;
        private boolean sendingStarted;

        Attempt(Runnable beforeFirstByte, Runnable sent) {
            this.beforeFirstByte = beforeFirstByte;
            this.sent = sent;
        }

        /** Asks the caller once whether the request is still to be sent. */
        private void admit() {
            if (!admitted) {
                beforeFirstByte.run();
                admitted = true;
            }
        }

        /** Returns whether sending has started, so that the request may have reached the service. */
        boolean sendingStarted() {
            return sendingStarted;
        }
    }

    /** The server closed the connection while it was idle, or while the caller was asked. */
    private static final class StaleConnectionException extends IOException {
        private static final long serialVersionUID = 1L;
    }

    @Override
    public ClassicHttpResponse execute(ClassicHttpRequest request, ExecChain.Scope scope, ExecChain chain)
            throws IOException, HttpException {
        request.setHeader(HttpHeaders.ACCEPT_ENCODING, GZIP);
        Header[] headers = request.getHeaders();
        while (true) {
            try {
                ClassicHttpResponse response = chain.proceed(request, scope);
                HttpEntity body = response.getEntity();
                if (body != null && body.getContentLength() != 0 && GZIP.equalsIgnoreCase(body.getContentEncoding())) {
                    response.setEntity(new GzipDecompressingEntity(body));
                }
                return response;
            } catch (StaleConnectionException e) {
                request.setHeaders(headers);
            }
        }
    }

    @Override
    public ClassicHttpResponse execute(
            ClassicHttpRequest request,
            HttpClientConnection connection,
            HttpResponseInformationCallback informationCallback,
            HttpContext context)
            throws IOException, HttpException {
        if (Method.CONNECT.isSame(request.getMethod())) {
            return super.execute(request, connection, informationCallback, context);
        }
        Attempt attempt = context instanceof Attempt ofCall ? ofCall : new Attempt(() -> {}, () -> {});
        Long lastRequest = lastRequests.get(connection);
        try {
            requireUsable((ManagedHttpClientConnection) connection, lastRequest);
            long start = System.nanoTime();
            attempt.admit();
            if (System.nanoTime() - start > MAX_AGE) {
                requireUsable((ManagedHttpClientConnection) connection, start);
            }
            lastRequests.put(connection, System.nanoTime());
            attempt.sendingStarted = true;
            connection.sendRequestHeader(request);
            connection.flush();
            attempt.sent.run();
            ClassicHttpResponse response = Upload.send(request, connection);
            attempt.setResponse(response);
            if (MessageSupport.canResponseHaveBody(request.getMethod(), response)) {
                connection.receiveResponseEntity(response);
            }
            return response;
        } catch (IOException | HttpException | RuntimeException e) {
            connection.close(CloseMode.IMMEDIATE);
            if (lastRequest == null && e instanceof SSLHandshakeException) {
                // With TLS 1.3, the server checks the certificate of the client after the client has begun to send.
                attempt.sendingStarted = false;
            }
            throw e;
        }
    }

    /**
     * Requires that the server has not closed the connection, and has not sent bytes that no request asked for, which
     * would become the response of this request.
     *
     * @param lastUse the time of its last use; null for a new connection, instead of which another one would fail, too
     * @throws StaleConnectionException if another connection can be used instead
     */
    private static void requireUsable(ManagedHttpClientConnection connection, Long lastUse)
            throws IOException, HttpException {
        // What a TLS connection has received is unknown before it is read.
        boolean isRead =
                lastUse == null || System.nanoTime() - lastUse > MAX_AGE || connection.getSocket() instanceof SSLSocket;
        IOException failure = null;
        try {
            if (received(connection) == 0 && (!isRead || isQuiet(connection.getSocket()))) {
                return;
            }
        } catch (SocketException | SSLException e) {
            failure = e;
        }
        if (lastUse != null) {
            throw new StaleConnectionException();
        }
        throw failure instanceof SSLException
                ? failure
                : new ConnectionClosedException(
                        "the server closed a new connection before anything was sent; nothing was sent; check baseUrl,"
                                + " and the proxy or firewall in between",
                        failure);
    }

    /** Returns the number of bytes that the connection or its socket has received and that were not read. */
    private static int received(HttpClientConnection connection) throws IOException, HttpException {
        // The body of a response without a length is all that the server sends.
        BasicClassicHttpResponse rest = new BasicClassicHttpResponse(HttpStatus.SC_OK);
        connection.receiveResponseEntity(rest);
        return rest.getEntity().getContent().available();
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
     * The upload of a body, and the wait for the response. The service may reject a call before it has read the whole
     * document, so the connection is checked for a response between writes. The {@code ResponseOutOfOrderStrategy} of the
     * client takes an informational response for a rejection, sends the end of a chunked body that it has aborted, and loses
     * the response of a server that then resets the connection.
     */
    private static final class Upload extends HttpEntityWrapper {
        /** Maximum time in which the header of a response arrives that the server sent before it closed the connection. */
        private static final Timeout ARRIVED = Timeout.ofMilliseconds(100);

        /** A check blocks for a millisecond, so checks must be rare. */
        private static final long INTERVAL = Duration.ofMillis(200).toNanos();

        private final HttpClientConnection connection;
        private ClassicHttpResponse early;
        private long lastCheck = System.nanoTime();

        private Upload(HttpEntity body, HttpClientConnection connection) {
            super(body);
            this.connection = connection;
        }

        /** Sends the body of a request and returns the status line and headers of the response. */
        static ClassicHttpResponse send(ClassicHttpRequest request, HttpClientConnection connection)
                throws IOException, HttpException {
            HttpEntity body = request.getEntity();
            if (body != null) {
                Upload upload = new Upload(body, connection);
                request.setEntity(upload);
                try {
                    connection.sendRequestEntity(request);
                    connection.flush();
                } catch (IOException e) {
                    ClassicHttpResponse response = upload.early == null ? headerBefore(e, connection) : upload.early;
                    response.setHeader(HttpHeaders.CONNECTION, HeaderElements.CLOSE);
                    return response;
                } finally {
                    request.setEntity(body);
                }
            }
            return receiveHeader(connection);
        }

        @Override
        public void writeTo(OutputStream out) throws IOException {
            try {
                super.writeTo(new FilterOutputStream(out) {
                    @Override
                    public void write(byte[] bytes, int offset, int count) throws IOException {
                        requireNoResponse();
                        out.write(bytes, offset, count);
                    }
                });
            } catch (RuntimeException | Error e) {
                // Closing a chunked stream would write the last chunk. The service would then process and bill an
                // incomplete document.
                connection.close(CloseMode.IMMEDIATE);
                throw e;
            }
        }

        /** Closes the connection if the response cannot be read, for the reason above. */
        private void requireNoResponse() throws IOException {
            if (System.nanoTime() - lastCheck < INTERVAL) {
                return;
            }
            lastCheck = System.nanoTime();
            try {
                while (early == null && connection.isDataAvailable(CHECK)) {
                    ClassicHttpResponse received = connection.receiveResponseHeader();
                    early = received.getCode() < HttpStatus.SC_SUCCESS ? null : received;
                }
            } catch (IOException | HttpException | RuntimeException e) {
                connection.close(CloseMode.IMMEDIATE);
                throw new IOException(e.getMessage(), e);
            }
            if (early != null) {
                throw new IOException("the response has arrived before the request was sent completely");
            }
        }

        /** Receives the status line and headers of a response, or a TLS alert, that has arrived before the failure. */
        private static ClassicHttpResponse headerBefore(IOException failure, HttpClientConnection connection)
                throws IOException {
            Timeout timeout = connection.getSocketTimeout();
            try {
                connection.setSocketTimeout(ARRIVED);
                return receiveHeader(connection);
            } catch (SSLHandshakeException e) {
                throw e;
            } catch (IOException | HttpException e) {
                failure.addSuppressed(e);
                throw failure;
            } finally {
                connection.setSocketTimeout(timeout);
            }
        }

        /** Receives the status line and headers of a response. Skips informational responses. */
        private static ClassicHttpResponse receiveHeader(HttpClientConnection connection)
                throws IOException, HttpException {
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
    }
}
