/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.fuzz;

import java.io.IOException;
import java.io.OutputStream;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.CloseableHttpResponse;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.apache.hc.core5.http.message.BasicClassicHttpResponse;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.apache.hc.core5.io.CloseMode;

/** HTTP client without network that returns the same response to every request. */
public class CannedClient extends CloseableHttpClient {
    private final int status;
    private final byte[] body;

    /** Creates a client for a response with a status and a body. */
    public CannedClient(int status, byte[] body) {
        this.status = status;
        this.body = body;
    }

    @Override
    public ClassicHttpResponse executeOpen(HttpHost target, ClassicHttpRequest request, HttpContext context)
            throws IOException {
        if (request.getEntity() != null) {
            request.getEntity().writeTo(OutputStream.nullOutputStream());
        }
        ClassicHttpResponse response = new BasicClassicHttpResponse(status);
        response.setEntity(new ByteArrayEntity(body, ContentType.APPLICATION_JSON));
        return response;
    }

    @Override
    protected CloseableHttpResponse doExecute(HttpHost target, ClassicHttpRequest request, HttpContext context) {
        throw new IllegalStateException("only executeOpen is supported");
    }

    @Override
    public void close() {}

    @Override
    public void close(CloseMode mode) {}
}
