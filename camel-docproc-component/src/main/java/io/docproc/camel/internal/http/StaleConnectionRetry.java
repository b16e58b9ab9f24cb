/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.http;

import java.io.IOException;
import org.apache.hc.client5.http.classic.ExecChain;
import org.apache.hc.client5.http.classic.ExecChainHandler;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpException;

/**
 * Retries a call on another connection if the server closed the connection before the first byte. Nothing has been sent
 * by then.
 */
final class StaleConnectionRetry implements ExecChainHandler {
    @Override
    public ClassicHttpResponse execute(ClassicHttpRequest request, ExecChain.Scope scope, ExecChain chain)
            throws IOException, HttpException {
        Header[] headers = request.getHeaders();
        while (true) {
            try {
                return chain.proceed(request, scope);
            } catch (Transmission.StaleConnectionException e) {
                request.setHeaders(headers);
            }
        }
    }
}
