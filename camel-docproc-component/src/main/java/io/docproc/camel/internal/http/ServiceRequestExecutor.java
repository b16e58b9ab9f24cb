/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.http;

import java.io.IOException;
import java.util.Optional;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HeaderElements;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpHeaders;
import org.apache.hc.core5.http.HttpStatus;
import org.apache.hc.core5.http.Method;
import org.apache.hc.core5.http.impl.io.HttpRequestExecutor;
import org.apache.hc.core5.http.io.HttpClientConnection;
import org.apache.hc.core5.http.io.HttpResponseInformationCallback;
import org.apache.hc.core5.http.message.MessageSupport;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.apache.hc.core5.http.protocol.HttpCoreContext;
import org.apache.hc.core5.io.CloseMode;

/**
 * Sends requests on established connections. Waits for the rate-limit permit immediately before the first byte, and then
 * checks that the connection is still open. Detects a response that arrives while the request is still being sent.
 * Limits the headers of responses.
 */
final class ServiceRequestExecutor extends HttpRequestExecutor {
    @Override
    public ClassicHttpResponse execute(
            ClassicHttpRequest request,
            HttpClientConnection connection,
            HttpResponseInformationCallback informationCallback,
            HttpContext context)
            throws IOException, HttpException {
        Transmission transmission = Transmission.of(context).orElse(null);
        HttpClientConnection limited = HeaderLimits.limited(connection);
        if (transmission == null || Method.CONNECT.isSame(request.getMethod())) {
            return super.execute(request, limited, informationCallback, context);
        }
        try {
            transmission.prepare();
            transmission.requireOpen(connection, limited);
            transmission.start();
            if (request.containsHeader(HttpHeaders.EXPECT)) {
                // With "Expect: 100-continue", the service accepts or rejects the call before the document is sent.
                transmission.sent();
                return super.execute(request, limited, informationCallback, context);
            }
            return exchange(request, connection, limited, informationCallback, context, transmission);
        } catch (IOException | HttpException | RuntimeException e) {
            connection.close(CloseMode.IMMEDIATE);
            throw e;
        } catch (Error e) {
            connection.close(CloseMode.IMMEDIATE);
            throw new RequestError(e);
        }
    }

    private static ClassicHttpResponse exchange(
            ClassicHttpRequest request,
            HttpClientConnection connection,
            HttpClientConnection limited,
            HttpResponseInformationCallback informationCallback,
            HttpContext context,
            Transmission transmission)
            throws IOException, HttpException {
        HttpCoreContext coreContext = HttpCoreContext.castOrCreate(context);
        coreContext.setSSLSession(connection.getSSLSession());
        coreContext.setEndpointDetails(connection.getEndpointDetails());
        connection.sendRequestHeader(request);
        connection.flush();
        transmission.sent();
        Optional<ClassicHttpResponse> early = sendBody(request, connection, transmission.monitorUpload(limited));
        ClassicHttpResponse response = early.isPresent() ? early.get() : limited.receiveResponseHeader();
        while (response.getCode() < HttpStatus.SC_SUCCESS) {
            if (informationCallback != null && response.getCode() != HttpStatus.SC_CONTINUE) {
                informationCallback.execute(response, connection, context);
            }
            response = limited.receiveResponseHeader();
        }
        if (MessageSupport.canResponseHaveBody(request.getMethod(), response)) {
            limited.receiveResponseEntity(response);
        }
        return response;
    }

    /** Sends the body. Returns the response if it arrived before the body was sent completely. */
    private static Optional<ClassicHttpResponse> sendBody(
            ClassicHttpRequest request, HttpClientConnection connection, EarlyResponse early)
            throws IOException, HttpException {
        try {
            connection.sendRequestEntity(request);
            connection.flush();
            return Optional.empty();
        } catch (IOException e) {
            ClassicHttpResponse response = early.responseOr(e);
            response.setHeader(HttpHeaders.CONNECTION, HeaderElements.CLOSE);
            return Optional.of(response);
        }
    }

    /**
     * Wraps an {@link Error} that occurs while a request is prepared or sent. The HTTP client would close all its
     * connections on an unwrapped error.
     */
    static final class RequestError extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private RequestError(Error cause) {
            super(cause);
        }

        @Override
        public synchronized Error getCause() {
            return (Error) super.getCause();
        }
    }
}
